-- Which list a payout was given out on: exporting again with the key of that list answers it, though its first answer was lost.
alter table affiliate_payouts
  add column batch_id uuid,
  add constraint affiliate_payouts_of_batch check (batch_id is null or exported_at is not null);
create index affiliate_payouts_of_batch on affiliate_payouts (batch_id) where batch_id is not null;
