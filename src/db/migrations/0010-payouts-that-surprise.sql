-- Money that M-Pesa moved is never out of sight, and what moved a wallet is written once.

alter table affiliate_payouts
  -- When M-Pesa last took a question about it; emptied when it answers that the payout is still on its way.
  add column asked_at timestamptz,
  -- M-Pesa has told of money for this payout that the books do not hold, under these receipts (none where it named none).
  add column unbooked_at timestamptz,
  add column unbooked_receipts text[] not null default '{}',
  -- Given out on a list, to be paid by hand.
  add column exported_at timestamptz,
  add constraint affiliate_payouts_unbooked_on_desk check (unbooked_at is null or needs_review_at is not null),
  add constraint affiliate_payouts_unbooked_receipts check (unbooked_at is not null or unbooked_receipts = '{}'),
  -- Paid by hand or by M-Pesa, never by both.
  add constraint affiliate_payouts_one_way check (status <> 'processing' or exported_at is null),
  -- What was sent may have been paid: it is rejected only after M-Pesa was asked a last time.
  add constraint affiliate_payouts_last_look check (status <> 'rejected' or sent_at is null or asked_at is not null) not valid;
create index affiliate_payouts_unbooked on affiliate_payouts (affiliate_id) where unbooked_at is not null;

-- What is over stays over; only the receipt of money that moved after all turns a failure or a rejection round.
drop trigger affiliate_payouts_stay on affiliate_payouts;
create trigger affiliate_payouts_stay before update on affiliate_payouts for each row
  when (new.amount <> old.amount or new.affiliate_id <> old.affiliate_id
    or (old.status in ('completed', 'rejected', 'failed') and new.status <> old.status
      and not (old.status in ('rejected', 'failed') and new.status = 'completed' and new.receipt is not null))
    or (old.status = 'completed' and new.receipt is distinct from old.receipt)
    -- Where the money goes is frozen once it is going there. Afterwards it can only be forgotten, with the account.
    or ((old.status <> 'pending' or (old.exported_at is not null and new.exported_at is not null))
      and (new.mpesa_phone_number <> old.mpesa_phone_number or new.mpesa_full_name <> old.mpesa_full_name)))
  execute function refuse_unpaying();

-- Nothing more goes to somebody who has been paid what the books do not hold.
create function refuse_unbooked() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from affiliate_payouts where affiliate_id = new.affiliate_id and unbooked_at is not null) then
    raise exception 'money was paid that is not in the books' using errcode = 'check_violation', constraint = 'affiliate_payouts_unbooked';
  end if;
  return new;
end $$;
create trigger affiliate_payouts_unbooked before update on affiliate_payouts for each row
  when (old.status = 'pending' and new.status = 'processing') execute function refuse_unbooked();

-- What moved a wallet, in the order in which it did, with the balance after it: the statement. It only grows, and the app's own role may only read it:
-- triggers write it in the transaction of what it tells, whoever that is. Without references to what it tells of, because it outlives that.
create table wallet_entries (
  id bigint generated always as identity primary key,
  affiliate_id uuid not null references profiles (id),
  at timestamptz not null,
  kind text not null check (kind in ('commission approved', 'commission rejected', 'commission taken back', 'commission given back',
    'payout requested', 'payout returned', 'payout paid', 'payout paid after all', 'cleared')),
  text text not null,
  amount numeric(12, 2) not null,
  balance numeric(12, 2) not null,
  commission_id uuid,
  payout_id uuid,
  check ((commission_id is null) <> (payout_id is null))
);
create index wallet_entries_of_affiliate on wallet_entries (affiliate_id, id);
revoke insert, update, delete on wallet_entries from viatu_app;

-- What has been so far, from the books as they stand.
insert into wallet_entries (affiliate_id, at, kind, text, amount, balance, commission_id, payout_id)
select affiliate_id, at, kind, text, amount,
  sum(amount) over (partition by affiliate_id order by at, amount desc, kind, commission_id, payout_id rows unbounded preceding), commission_id, payout_id
from (
  select c.affiliate_id, c.approved_at as at, 'commission approved' as kind, 'Order ' || o.short_code as text, c.commission_amount as amount,
      c.id as commission_id, null::uuid as payout_id
    from affiliate_commissions c join orders o on o.id = c.order_id where c.approved_at is not null
  union all select c.affiliate_id, c.rejected_at, 'commission rejected', 'Order ' || o.short_code || ': ' || c.reason, -c.commission_amount, c.id, null
    from affiliate_commissions c join orders o on o.id = c.order_id where c.approved_at is not null and c.status = 'rejected'
  union all select d.affiliate_id, d.created_at, 'commission taken back', 'Order ' || o.short_code, -d.amount, c.id, null
    from commission_deductions d join affiliate_commissions c on c.id = d.commission_id join orders o on o.id = c.order_id where d.kind = 'clawback'
  union all select d.affiliate_id, d.undone_at, 'commission given back', 'Order ' || o.short_code, d.amount, c.id, null
    from commission_deductions d join affiliate_commissions c on c.id = d.commission_id join orders o on o.id = c.order_id
    where d.kind = 'clawback' and d.undone_at is not null
  union all select affiliate_id, requested_at, 'payout requested', 'To M-Pesa', -amount, null, id from affiliate_payouts
  union all select affiliate_id, processed_at, 'payout returned', coalesce(failure_reason, 'Not paid'), amount, null, id
    from affiliate_payouts where status in ('rejected', 'failed')
  union all select affiliate_id, processed_at, 'payout paid', 'M-Pesa receipt ' || receipt, 0, null, id from affiliate_payouts where status = 'completed'
) moves
order by at, amount desc, kind, commission_id, payout_id;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'what was written stays as it was written' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
create trigger wallet_entries_stay before update or delete on wallet_entries for each row execute function refuse_rewriting();
create trigger wallet_entries_stay_whole before truncate on wallet_entries for each statement execute function refuse_rewriting();

-- Whoever changes a balance holds the affiliate's lock, so entries of one wallet come one after the other, in time as well: an act that began before
-- another and waited for it is written with the time at which it got its turn.
create function write_wallet_entry(who uuid, acted_at timestamptz, what text, words text, delta numeric, commission uuid, payout uuid)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  newest wallet_entries;
begin
  perform from profiles where id = who for no key update;
  select * into newest from wallet_entries where affiliate_id = who order by id desc limit 1;
  insert into wallet_entries (affiliate_id, at, kind, text, amount, balance, commission_id, payout_id) values (
    who, greatest(case when acted_at is null or acted_at = now() then clock_timestamp() else acted_at end, newest.at), what, words, delta,
    coalesce(newest.balance, 0) + delta, commission, payout);
end $$;
revoke execute on function write_wallet_entry from public;

create function enter_commission() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  words text := 'Order ' || (select short_code from orders where id = new.order_id);
begin
  if new.status in ('approved', 'paid') then
    perform write_wallet_entry(new.affiliate_id, new.approved_at, 'commission approved', words, new.commission_amount, new.id, null);
  else
    perform write_wallet_entry(new.affiliate_id, new.rejected_at, 'commission rejected', concat_ws(': ', words, new.reason), -new.commission_amount, new.id, null);
  end if;
  return null;
end $$;
create trigger affiliate_commissions_enter after update on affiliate_commissions for each row
  when ((old.status in ('approved', 'paid')) <> (new.status in ('approved', 'paid'))) execute function enter_commission();
create trigger affiliate_commissions_enter_new after insert on affiliate_commissions for each row
  when (new.status in ('approved', 'paid')) execute function enter_commission();

create function enter_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform write_wallet_entry(new.affiliate_id, new.requested_at, 'payout requested', 'To M-Pesa', -new.amount, null, new.id);
  elsif new.status <> 'completed' then
    perform write_wallet_entry(new.affiliate_id, new.processed_at, 'payout returned', coalesce(new.failure_reason, 'Not paid'), new.amount, null, new.id);
  elsif old.status in ('rejected', 'failed') then
    perform write_wallet_entry(new.affiliate_id, new.processed_at, 'payout paid after all', 'M-Pesa receipt ' || new.receipt, -new.amount, null, new.id);
  else
    perform write_wallet_entry(new.affiliate_id, new.processed_at, 'payout paid', 'M-Pesa receipt ' || new.receipt, 0, null, new.id);
  end if;
  return null;
end $$;
create trigger affiliate_payouts_enter after update on affiliate_payouts for each row
  when (old.status <> new.status and new.status in ('completed', 'rejected', 'failed')) execute function enter_payout();
create trigger affiliate_payouts_enter_new after insert on affiliate_payouts for each row
  when (new.status in ('pending', 'processing', 'completed')) execute function enter_payout();

create function enter_clawback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  words text := (select 'Order ' || o.short_code from affiliate_commissions c join orders o on o.id = c.order_id where c.id = new.commission_id);
begin
  if new.undone_at is null then
    perform write_wallet_entry(new.affiliate_id, new.created_at, 'commission taken back', words, -new.amount, new.commission_id, null);
  else
    perform write_wallet_entry(new.affiliate_id, new.undone_at, 'commission given back', words, new.amount, new.commission_id, null);
  end if;
  return null;
end $$;
create trigger commission_deductions_enter after update on commission_deductions for each row
  when (new.kind = 'clawback' and (old.undone_at is null) <> (new.undone_at is null)) execute function enter_clawback();
create trigger commission_deductions_enter_new after insert on commission_deductions for each row
  when (new.kind = 'clawback' and new.undone_at is null) execute function enter_clawback();

-- Where rows of the books are cleared, what they were worth is taken out of the wallet; that they were there stays written.
create function enter_clearing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone jsonb := to_jsonb(old);
begin
  perform write_wallet_entry(old.affiliate_id, null, 'cleared', 'The shop cleared its books',
    coalesce(gone ->> 'commission_amount', gone ->> 'amount')::numeric * tg_argv[0]::integer,
    case tg_table_name when 'affiliate_commissions' then old.id when 'commission_deductions' then (gone ->> 'commission_id')::uuid end,
    case tg_table_name when 'affiliate_payouts' then old.id end);
  return null;
end $$;
create trigger affiliate_commissions_enter_gone after delete on affiliate_commissions for each row
  when (old.status in ('approved', 'paid')) execute function enter_clearing('-1');
create trigger affiliate_payouts_enter_gone after delete on affiliate_payouts for each row
  when (old.status in ('pending', 'processing', 'completed')) execute function enter_clearing('1');
create trigger commission_deductions_enter_gone after delete on commission_deductions for each row
  when (old.kind = 'clawback' and old.undone_at is null) execute function enter_clearing('1');
