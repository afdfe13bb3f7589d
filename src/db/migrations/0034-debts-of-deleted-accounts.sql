-- What an account that was deleted owes, or may come to owe when an order is cancelled later: its wallet stays in the books, and its balance below zero
-- is the debt. It is carried over to the affiliate who turns out to be the same person (decisions, An account that owes; docs/decisions/0011).

create table affiliate_debts (
  -- The account that was deleted.
  profile_id uuid primary key references profiles (id),
  made_at timestamptz not null,
  -- Whose wallet it is carried over to, once and for good.
  attached_to uuid references profiles (id),
  attached_at timestamptz,
  -- How much that wallet holds of it.
  carried numeric(12, 2) not null default 0 check (carried >= 0),
  written_off numeric(12, 2) not null default 0 check (written_off >= 0),
  check (attached_to <> profile_id and (attached_to is null) = (attached_at is null) and (carried = 0 or attached_to is not null))
);
create index affiliate_debts_attached on affiliate_debts (attached_to) where attached_to is not null;

-- How the person is known again: keyed hashes of e-mail, phone and payout numbers (APP_SECRET). They go when the debt has found its wallet.
create table affiliate_debt_hashes (
  profile_id uuid not null references affiliate_debts (profile_id) on delete cascade,
  hash text not null check (length(hash) = 43),
  primary key (hash, profile_id)
);
create index affiliate_debt_hashes_of_debt on affiliate_debt_hashes (profile_id);
grant select, insert, update, delete on affiliate_debts, affiliate_debt_hashes to viatu_app;

create trigger affiliate_debts_stay before update on affiliate_debts for each row
  when (new.profile_id <> old.profile_id or new.made_at <> old.made_at or new.written_off < old.written_off
    or (old.attached_to is not null and new.attached_to is distinct from old.attached_to))
  execute function refuse_unpaying();

-- Accounts that were deleted before this: nobody can be known again, but what they owe can be seen and written off.
insert into affiliate_debts (profile_id, made_at)
select p.id, p.deleted_at from profiles p join wallets w on w.affiliate_id = p.id where p.deleted_at is not null and w.available < 0;

create or replace view wallets as
select p.id as affiliate_id, c.earned, c.pending, o.reserved, o.paid, d.clawed_back,
  c.earned - o.reserved - o.paid - d.clawed_back - b.came + coalesce(g.went, 0) as available,
  -- Debts that came from deleted accounts, less what went on from this one or was written off.
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

-- The statement tells of both wallets.
alter table wallet_entries drop constraint wallet_entries_kind_check, drop constraint wallet_entries_check,
  add constraint wallet_entries_kind_check check (kind in ('commission approved', 'commission rejected', 'commission taken back', 'commission given back',
    'payout requested', 'payout returned', 'payout paid', 'payout paid after all', 'debt carried over', 'debt written off', 'cleared')),
  add constraint wallet_entries_check check (case when kind like 'debt %' then commission_id is null and payout_id is null
    when kind = 'cleared' then commission_id is null or payout_id is null else (commission_id is null) <> (payout_id is null) end);

create function enter_debt() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- By how much the two wallets rise.
  left_behind numeric := -old.carried - old.written_off;
  taken_over numeric := old.carried;
  what text := 'cleared';
  words text := 'The shop cleared its books';
begin
  if tg_op = 'UPDATE' then
    left_behind := left_behind + new.carried + new.written_off;
    taken_over := taken_over - new.carried;
    what := case when new.written_off > old.written_off then 'debt written off' else 'debt carried over' end;
    words := 'Of an account that was deleted';
  end if;
  if left_behind <> 0 then
    perform write_wallet_entry(old.profile_id, null, what, words, left_behind, null, null);
  end if;
  if taken_over <> 0 then
    perform write_wallet_entry(coalesce(new.attached_to, old.attached_to), null, what, words, taken_over, null, null);
  end if;
  return null;
end $$;
create trigger affiliate_debts_enter after update or delete on affiliate_debts for each row execute function enter_debt();
