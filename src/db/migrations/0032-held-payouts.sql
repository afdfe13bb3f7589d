-- A payout to another number than the last, asked for without the password: it lies on an admin's desk, and nothing is paid until they have looked.
alter table affiliate_payouts
  add column held_at timestamptz,
  add constraint affiliate_payouts_held check (held_at is null or (status not in ('processing', 'completed') and exported_at is null)),
  add constraint affiliate_payouts_held_on_desk check (held_at is null or status <> 'pending' or needs_review_at is not null);
