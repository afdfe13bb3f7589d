-- Affiliates and their wallet: the rules of domain/commission.ts and domain/payout.ts, kept by the database as well; and what paying out by M-Pesa needs.

-- An order has one commission, whatever becomes of it: what was rejected is taken up again, not written a second time.
drop index affiliate_commissions_one_live;
create unique index affiliate_commissions_one_per_order on affiliate_commissions (order_id);
alter table affiliate_commissions
  add constraint affiliate_commissions_approved check (status not in ('approved', 'paid') or approved_at is not null),
  add constraint affiliate_commissions_rejected check ((status = 'rejected') = (rejected_at is not null) and (status = 'rejected') = (reason is not null)),
  -- Nobody's name on a rejection means that the shop itself made it, and may take it back.
  add constraint affiliate_commissions_rejected_by check (rejected_by is null or status = 'rejected');

-- What was paid stays paid, and no amount is changed afterwards.
create trigger affiliate_commissions_stay before update on affiliate_commissions for each row
  when (old.status = 'paid' and new.status <> 'paid'
    or (new.affiliate_id, new.order_id, new.commission_amount, new.base_amount, new.rate) is distinct from (old.affiliate_id, old.order_id, old.commission_amount, old.base_amount, old.rate))
  execute function refuse_unpaying();

-- A commission is of its own order's total and affiliate. After the row, because an order and its commission are written in one statement.
create function check_commission_of_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from orders o where o.id = new.order_id and o.total_amount = new.base_amount and o.affiliate_id = new.affiliate_id) then
    raise exception 'not the commission of this order' using errcode = 'check_violation', constraint = 'affiliate_commissions_of_order';
  end if;
  return null;
end $$;
create trigger affiliate_commissions_of_order after insert on affiliate_commissions for each row execute function check_commission_of_order();

-- Payouts: the words of a failure, what M-Pesa said, and when a job looks again (the row is the job).
alter table affiliate_payouts
  add column conversation_id text,
  add column sent_at timestamptz,
  add column result_code text,
  add column result_desc text,
  add column next_check_at timestamptz,
  add column checks integer not null default 0,
  add column needs_review_at timestamptz,
  add column review_reason text,
  add constraint affiliate_payouts_by_mpesa check (amount between 10 and 250000),
  add constraint affiliate_payouts_sent check (status <> 'processing' or (sent_at is not null and originator_id is not null));
create index affiliate_payouts_due on affiliate_payouts (next_check_at) where next_check_at is not null;
create index affiliate_payouts_review on affiliate_payouts (needs_review_at) where needs_review_at is not null;
create index commission_deductions_of_commission on commission_deductions (commission_id);

-- What is over stays over; only M-Pesa's own word that it paid after all turns a failure round.
create trigger affiliate_payouts_stay before update on affiliate_payouts for each row
  when (new.amount <> old.amount or new.affiliate_id <> old.affiliate_id
    or (old.status in ('completed', 'rejected', 'failed') and new.status <> old.status and not (old.status = 'failed' and new.status = 'completed'))
    or (old.status = 'completed' and new.receipt is distinct from old.receipt)
    -- Afterwards they can only be forgotten, with the account.
    or (old.status <> 'pending' and (new.mpesa_phone_number <> old.mpesa_phone_number or new.mpesa_full_name <> old.mpesa_full_name)))
  execute function refuse_unpaying();

-- A clawback may be undone when its order is good after all; otherwise what was deducted was deducted.
alter table commission_deductions add column undone_at timestamptz, add constraint commission_deductions_undone check (undone_at is null or kind = 'clawback');
drop index commission_deductions_one_clawback;
create unique index commission_deductions_one_clawback on commission_deductions (commission_id) where kind = 'clawback' and undone_at is null;
revoke update on commission_deductions from viatu_app;
grant update (undone_at) on commission_deductions to viatu_app;

-- The wallet is derived, never stored (decisions, Affiliates and wallet).
create view wallets as
select p.id as affiliate_id, c.earned, c.pending, o.reserved, o.paid, d.clawed_back, c.earned - o.reserved - o.paid - d.clawed_back as available
from profiles p
cross join lateral (
  select coalesce(sum(commission_amount) filter (where status in ('approved', 'paid')), 0) as earned, coalesce(sum(commission_amount) filter (where status = 'pending'), 0) as pending
  from affiliate_commissions where affiliate_id = p.id
) c
cross join lateral (
  select coalesce(sum(amount) filter (where status in ('pending', 'processing')), 0) as reserved, coalesce(sum(amount) filter (where status = 'completed'), 0) as paid
  from affiliate_payouts where affiliate_id = p.id
) o
cross join lateral (
  select coalesce(sum(amount), 0) as clawed_back from commission_deductions where affiliate_id = p.id and kind = 'clawback' and undone_at is null
) d;
revoke insert, update, delete on wallets from viatu_app;

-- At the end of every transaction: payouts never exceed what was earned, and a payout that is done is allocated to the cent.
create function check_wallet() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from wallets w where w.affiliate_id = new.affiliate_id and w.earned < w.reserved + w.paid) then
    raise exception 'payouts exceed what was earned' using errcode = 'check_violation', constraint = 'affiliate_payouts_covered';
  end if;
  return null;
end $$;
create constraint trigger affiliate_payouts_covered after insert or update of status on affiliate_payouts deferrable initially deferred
  for each row execute function check_wallet();
create constraint trigger affiliate_commissions_cover after update of status on affiliate_commissions deferrable initially deferred
  for each row execute function check_wallet();

create function check_allocation() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select coalesce(sum(amount), 0) from commission_deductions where payout_id = new.id) <> new.amount then
    raise exception 'the parts of a payout sum to it' using errcode = 'check_violation', constraint = 'affiliate_payouts_allocated';
  end if;
  return null;
end $$;
create constraint trigger affiliate_payouts_allocated after insert or update of status on affiliate_payouts deferrable initially deferred
  for each row when (new.status = 'completed') execute function check_allocation();

-- A row here means that no payout goes out by M-Pesa until an admin has looked: each try with a wrong credential brings the account nearer to its lock.
create table payout_stop (
  singleton boolean primary key default true check (singleton),
  reason text not null,
  payout_id uuid references affiliate_payouts (id) on delete set null,
  stopped_at timestamptz not null default now()
);

-- What M-Pesa tells about payouts is stored, tried again and forgotten as what it tells about payments.
alter table callbacks
  add column payout_id uuid references affiliate_payouts (id) on delete set null,
  add column kind text not null default 'payment' check (kind in ('payment', 'payout_result', 'payout_timeout', 'payout_status'));
create index callbacks_of_payout on callbacks (payout_id) where payout_id is not null;

-- By age, for forgetting.
create index affiliate_clicks_age on affiliate_clicks (clicked_at);
