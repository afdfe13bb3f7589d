-- Payouts and the wallet (domain/payout.ts, docs/decisions/0011): money to affiliates, clawbacks, debts of deleted accounts, and the wallet's statement.

create table affiliate_payouts (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id),
  amount numeric(12, 2) not null check (amount > 0 and amount = trunc(amount)),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'rejected', 'failed')),
  requested_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid references profiles (id) on delete set null,
  payout_method text not null default 'mpesa' check (payout_method = 'mpesa'),
  mpesa_phone_number phone_number,
  mpesa_full_name text,
  originator_id text unique,
  conversation_id text,
  -- The account that the payout was begun with: questions about it go there. Null for the environment's, and the simulator's.
  account_id uuid references mpesa_accounts (id),
  receipt text unique,
  failure_reason text,
  sent_at timestamptz,
  result_code text,
  result_desc text,
  -- When a job checks it again: the row itself is the job.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- When M-Pesa last accepted a status query about it; cleared when M-Pesa answers that the payout is still on its way.
  status_requested_at timestamptz,
  needs_review_at timestamptz,
  review_reason text,
  -- A payout to another number than the last, requested without the password: it waits in the review queue for an admin, and is not paid before that.
  held_at timestamptz,
  -- M-Pesa has reported money for this payout that the books do not have, under these receipts (none where it named none).
  unrecorded_payment_at timestamptz,
  unrecorded_receipts text[] not null default '{}',
  -- Exported on a list for payment by hand, and on which list: exporting again with that list's key answers the same list, even when its first answer was lost.
  exported_at timestamptz,
  batch_id uuid,
  check (status in ('pending', 'processing') or processed_at is not null),
  constraint affiliate_payouts_by_mpesa check (amount between 10 and 250000),
  constraint affiliate_payouts_sent check (status <> 'processing' or (sent_at is not null and originator_id is not null)),
  -- A completed payout can have the receipt of its money.
  constraint affiliate_payouts_receipted check (status <> 'completed' or receipt is not null),
  -- A sent payout may have been paid: it is rejected only after M-Pesa was asked a last time.
  constraint affiliate_payouts_last_look check (status <> 'rejected' or sent_at is null or status_requested_at is not null),
  constraint affiliate_payouts_unrecorded_in_review check (unrecorded_payment_at is null or needs_review_at is not null),
  constraint affiliate_payouts_unrecorded_receipts check (unrecorded_payment_at is not null or unrecorded_receipts = '{}'),
  constraint affiliate_payouts_held check (held_at is null or (status not in ('processing', 'completed') and exported_at is null)),
  constraint affiliate_payouts_held_in_review check (held_at is null or status <> 'pending' or needs_review_at is not null),
  -- Paid by hand or by M-Pesa, never by both.
  constraint affiliate_payouts_one_way check (status <> 'processing' or exported_at is null),
  constraint affiliate_payouts_of_batch check (batch_id is null or exported_at is not null)
);
create unique index affiliate_payouts_one_open on affiliate_payouts (affiliate_id) where status in ('pending', 'processing');
create index affiliate_payouts_newest on affiliate_payouts (requested_at desc, id desc);
create index affiliate_payouts_of_affiliate on affiliate_payouts (affiliate_id, requested_at desc, id desc);
create index affiliate_payouts_by_status on affiliate_payouts (status, requested_at desc, id desc);
create index affiliate_payouts_by_words on affiliate_payouts using gin (mpesa_full_name gin_trgm_ops, mpesa_phone_number gin_trgm_ops, receipt gin_trgm_ops);
create index affiliate_payouts_of_account on affiliate_payouts (account_id, status) where account_id is not null;
create index affiliate_payouts_due on affiliate_payouts (next_check_at) where next_check_at is not null;
create index affiliate_payouts_review on affiliate_payouts (needs_review_at) where needs_review_at is not null;
create index affiliate_payouts_unrecorded on affiliate_payouts (affiliate_id) where unrecorded_payment_at is not null;
create index affiliate_payouts_of_batch on affiliate_payouts (batch_id) where batch_id is not null;

-- M-Pesa's callbacks about payouts are stored, tried again and deleted like those about payments.
alter table callbacks add foreign key (payout_id) references affiliate_payouts (id) on delete set null;

-- A row here means that no payout goes out by M-Pesa until an admin has looked: each try with a wrong credential brings the account nearer to its lock.
create table payout_hold (
  singleton boolean primary key default true check (singleton),
  reason text not null,
  payout_id uuid references affiliate_payouts (id) on delete set null,
  stopped_at timestamptz not null default now()
);

-- Which payout paid which commission, and the clawbacks of commissions whose order was cancelled.
create table commission_deductions (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id),
  commission_id uuid not null references affiliate_commissions (id) on delete cascade,
  payout_id uuid references affiliate_payouts (id) on delete cascade,
  kind text not null check (kind in ('payout', 'clawback')),
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null default now(),
  -- A clawback may be undone when its order becomes valid again; any other deduction is final.
  undone_at timestamptz,
  check ((kind = 'payout') = (payout_id is not null)),
  constraint commission_deductions_undone check (undone_at is null or kind = 'clawback')
);
create unique index commission_deductions_one_clawback on commission_deductions (commission_id) where kind = 'clawback' and undone_at is null;
create unique index commission_deductions_once on commission_deductions (commission_id, payout_id) where kind = 'payout';
create index commission_deductions_of_commission on commission_deductions (commission_id);
create index commission_deductions_of_payout on commission_deductions (payout_id);
create index commission_deductions_of_affiliate on commission_deductions (affiliate_id);

-- What a deleted account owes, or may owe when an order is cancelled later: its wallet stays in the books, and its balance below zero is the debt. The debt is
-- carried over to the affiliate who proves to be the same person (decisions, An account that owes; docs/decisions/0011). Every deleted account that earned
-- anything, or took over a debt, has its row.
create table affiliate_debts (
  -- The account that was deleted.
  profile_id uuid primary key references profiles (id),
  made_at timestamptz not null,
  -- The affiliate whose wallet takes the debt over; set once and never changed.
  attached_to uuid references profiles (id),
  attached_at timestamptz,
  -- How much of the debt that wallet has taken over.
  carried numeric(12, 2) not null default 0 check (carried >= 0),
  written_off numeric(12, 2) not null default 0 check (written_off >= 0),
  check (attached_to <> profile_id and (attached_to is null) = (attached_at is null) and (carried = 0 or attached_to is not null))
);
create index affiliate_debts_attached on affiliate_debts (attached_to) where attached_to is not null;

-- How the shop recognises the person again: keyed hashes of e-mail, phone and payout numbers (APP_SECRET). They are deleted when the debt has found its wallet.
create table affiliate_debt_hashes (
  profile_id uuid not null references affiliate_debts (profile_id) on delete cascade,
  hash text not null check (length(hash) = 43),
  -- Whether the deleted account had proved what was hashed: only by that a debt is attached without an owner's decision.
  proved boolean not null default false,
  primary key (hash, profile_id)
);
create index affiliate_debt_hashes_of_debt on affiliate_debt_hashes (profile_id);

-- The wallet is derived, never stored (decisions, Affiliates and wallet).
create view wallets as
select p.id as affiliate_id, c.earned, c.pending, o.reserved, o.paid, d.clawed_back,
  c.earned - o.reserved - o.paid - d.clawed_back - b.came + coalesce(g.went, 0) as available,
  -- Debts that came from deleted accounts, less what this wallet passed on or the shop wrote off.
  b.came - coalesce(g.went, 0) as carried
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
) d
cross join lateral (select coalesce(sum(carried), 0) as came from affiliate_debts where attached_to = p.id) b
left join lateral (select carried + written_off as went from affiliate_debts where profile_id = p.id) g on true;

-- The statement: all entries of a wallet in their order, with the balance after each. It only grows, and the app's own role may only read it: triggers write it
-- in the transaction of the event, for every writer. Without foreign keys to the events, because it outlives them.
create table wallet_entries (
  id bigint generated always as identity primary key,
  affiliate_id uuid not null references profiles (id),
  at timestamptz not null,
  kind text not null check (kind in ('commission approved', 'commission rejected', 'commission taken back', 'commission given back',
    'payout requested', 'payout returned', 'payout paid', 'payout paid after all', 'debt carried over', 'debt written off', 'cleared')),
  text text not null,
  amount numeric(12, 2) not null,
  balance numeric(12, 2) not null,
  commission_id uuid,
  payout_id uuid,
  check (case when kind like 'debt %' then commission_id is null and payout_id is null
    when kind = 'cleared' then commission_id is null or payout_id is null else (commission_id is null) <> (payout_id is null) end)
);
create index wallet_entries_of_affiliate on wallet_entries (affiliate_id, id);

-- A settled payout stays settled; only the receipt of money that moved after all reverses a failure or a rejection.
create trigger affiliate_payouts_stay before update on affiliate_payouts for each row
  when (new.amount <> old.amount or new.affiliate_id <> old.affiliate_id
    or (old.status in ('completed', 'rejected', 'failed') and new.status <> old.status
      and not (old.status in ('rejected', 'failed') and new.status = 'completed' and new.receipt is not null))
    or (old.status = 'completed' and new.receipt is distinct from old.receipt)
    -- The destination is frozen once the money is on its way. Afterwards it can only be erased, with the account.
    or ((old.status <> 'pending' or (old.exported_at is not null and new.exported_at is not null))
      and (new.mpesa_phone_number <> old.mpesa_phone_number or new.mpesa_full_name <> old.mpesa_full_name)))
  execute function refuse_changing_paid();

-- No further payout to an affiliate who has received money that the books do not have.
create function refuse_unrecorded_payment() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from affiliate_payouts where affiliate_id = new.affiliate_id and unrecorded_payment_at is not null) then
    raise exception 'money was paid that is not in the books' using errcode = 'check_violation', constraint = 'affiliate_payouts_unrecorded';
  end if;
  return new;
end $$;
create trigger affiliate_payouts_unrecorded before update on affiliate_payouts for each row
  when (old.status = 'pending' and new.status = 'processing') execute function refuse_unrecorded_payment();

create function remember_phone_of_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into affiliate_phones (affiliate_id, phone) values (new.affiliate_id, new.mpesa_phone_number) on conflict do nothing;
  return null;
end $$;
create trigger affiliate_payouts_remember_phone after insert or update of mpesa_phone_number on affiliate_payouts for each row
  when (new.mpesa_phone_number is not null) execute function remember_phone_of_payout();

create trigger affiliate_debts_stay before update on affiliate_debts for each row
  when (new.profile_id <> old.profile_id or new.made_at <> old.made_at or new.written_off < old.written_off
    or (old.attached_to is not null and new.attached_to is distinct from old.attached_to))
  execute function refuse_changing_paid();

-- At the end of every transaction: payouts never exceed earnings, and a completed payout is allocated to the cent.
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

create trigger wallet_entries_stay before update or delete on wallet_entries for each row execute function refuse_rewriting();
create trigger wallet_entries_stay_whole before truncate on wallet_entries for each statement execute function refuse_rewriting();

-- Every transaction that changes a balance holds the affiliate's lock, so entries of one wallet follow each other, also in time: a transaction that began
-- before another and waited for it is written with the time at which it got the lock.
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

create function wallet_entry_of_commission() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger affiliate_commissions_wallet_entry after update on affiliate_commissions for each row
  when ((old.status in ('approved', 'paid')) <> (new.status in ('approved', 'paid'))) execute function wallet_entry_of_commission();
create trigger affiliate_commissions_wallet_entry_new after insert on affiliate_commissions for each row
  when (new.status in ('approved', 'paid')) execute function wallet_entry_of_commission();

create function wallet_entry_of_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger affiliate_payouts_wallet_entry after update on affiliate_payouts for each row
  when (old.status <> new.status and new.status in ('completed', 'rejected', 'failed')) execute function wallet_entry_of_payout();
create trigger affiliate_payouts_wallet_entry_new after insert on affiliate_payouts for each row
  when (new.status in ('pending', 'processing', 'completed')) execute function wallet_entry_of_payout();

create function wallet_entry_of_clawback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger commission_deductions_wallet_entry after update on commission_deductions for each row
  when (new.kind = 'clawback' and (old.undone_at is null) <> (new.undone_at is null)) execute function wallet_entry_of_clawback();
create trigger commission_deductions_wallet_entry_new after insert on commission_deductions for each row
  when (new.kind = 'clawback' and new.undone_at is null) execute function wallet_entry_of_clawback();

-- The statement shows a debt in both of its wallets; one that comes back with a snapshot is in both again.
create function wallet_entry_of_debt() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  debt affiliate_debts := case when tg_op = 'INSERT' then new else old end;
  -- By how much the two wallets rise.
  left_behind numeric := -debt.carried - debt.written_off;
  taken_over numeric := debt.carried;
  what text := 'cleared';
  words text := 'The shop cleared its books';
begin
  if tg_op = 'INSERT' then
    left_behind := -left_behind;
    taken_over := -taken_over;
    what := 'debt carried over';
    words := 'Of an account that was deleted, put back';
  elsif tg_op = 'UPDATE' then
    left_behind := left_behind + new.carried + new.written_off;
    taken_over := taken_over - new.carried;
    what := case when new.written_off > old.written_off then 'debt written off' else 'debt carried over' end;
    words := 'Of an account that was deleted';
  end if;
  if left_behind <> 0 then
    perform write_wallet_entry(debt.profile_id, null, what, words, left_behind, null, null);
  end if;
  if taken_over <> 0 then
    perform write_wallet_entry(case when tg_op = 'UPDATE' then coalesce(new.attached_to, old.attached_to) else debt.attached_to end, null, what, words, taken_over, null, null);
  end if;
  return null;
end $$;
create trigger affiliate_debts_wallet_entry_new after insert on affiliate_debts for each row execute function wallet_entry_of_debt();
create trigger affiliate_debts_wallet_entry after update or delete on affiliate_debts for each row execute function wallet_entry_of_debt();

-- When rows of the books are cleared, an entry deducts their value from the wallet; the earlier entries about them stay.
create function wallet_entry_of_cleared_row() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone jsonb := to_jsonb(old);
begin
  perform write_wallet_entry(old.affiliate_id, null, 'cleared', 'The shop cleared its books',
    coalesce(gone ->> 'commission_amount', gone ->> 'amount')::numeric * tg_argv[0]::integer,
    case tg_table_name when 'affiliate_commissions' then old.id when 'commission_deductions' then (gone ->> 'commission_id')::uuid end,
    case tg_table_name when 'affiliate_payouts' then old.id end);
  return null;
end $$;
create trigger affiliate_commissions_wallet_entry_cleared after delete on affiliate_commissions for each row
  when (old.status in ('approved', 'paid')) execute function wallet_entry_of_cleared_row('-1');
create trigger affiliate_payouts_wallet_entry_cleared after delete on affiliate_payouts for each row
  when (old.status in ('pending', 'processing', 'completed')) execute function wallet_entry_of_cleared_row('1');
create trigger commission_deductions_wallet_entry_cleared after delete on commission_deductions for each row
  when (old.kind = 'clawback' and old.undone_at is null) execute function wallet_entry_of_cleared_row('1');

revoke insert, update, delete on wallets, wallet_entries from viatu_app;
revoke update on commission_deductions from viatu_app;
grant update (undone_at) on commission_deductions to viatu_app;
revoke execute on function write_wallet_entry from public;
