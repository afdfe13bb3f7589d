-- What Clear All User Data has cleared can be put back (features/store-admin/restore-snapshot.ts, docs/decisions/0062).

alter table data_snapshots
  -- It holds what putting back needs: which movements of stock were of which order, debts and codes. Older ones are files only.
  add column is_whole boolean not null default false,
  add column put_back_at timestamptz,
  add column put_back_by uuid;

-- Writes the rows of a snapshot into their table again, as they were, with the columns that both have. Where it must not fail, a row that is there already stays.
create function restore_snapshot_rows(of_snapshot uuid, source text, tab text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  columns text;
  made text;
begin
  if tab <> all ('{orders,order_items,affiliate_commissions,affiliate_clicks,affiliate_payouts,commission_deductions,customers,affiliate_debts,affiliate_debt_hashes}')
    and not exists (select from pg_constraint where conrelid = tab::regclass and contype = 'f' and confdeltype = 'c'
      and confrelid = any ('{orders,order_items,affiliate_commissions,affiliate_clicks,affiliate_payouts}'::regclass[])) then
    raise exception 'no snapshot has rows of %', tab;
  end if;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
  from pg_attribute a join data_snapshot_rows r on r.snapshot_id = of_snapshot
    and r.position = (select min(position) from data_snapshot_rows where snapshot_id = of_snapshot and table_name = source) and r.table_name = source and r.row ? a.attname::text
  where a.attrelid = tab::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  if columns is null then return; end if;
  made := case tab
    -- E-mails about orders went with them.
    when 'notices' then $j$ r.row || '{"mail_id": null}' $j$
    when 'affiliate_clicks' then $j$ r.row || case when exists (select from products where id = (r.row ->> 'product_id')::uuid) then '{}'::jsonb else '{"product_id": null}' end $j$
    -- The same browser has earned somebody a commission again: two visits, as each of the books had it.
    when 'orders' then $j$ r.row || case when r.row ->> 'converted_at' is not null and exists (select from orders w where w.converted_at is not null
        and w.affiliate_id = (r.row ->> 'affiliate_id')::uuid and w.visitor_id = (r.row ->> 'visitor_id')::uuid and w.visit = (r.row ->> 'visit')::integer)
      then jsonb_build_object('visitor_id', md5(concat(r.snapshot_id, r.row ->> 'visitor_id'))) else '{}'::jsonb end $j$
    else 'r.row' end;
  execute format('insert into %I (%s) overriding system value select %s from (select %s as row, position from data_snapshot_rows r where snapshot_id = $1 and table_name = $2) m
    cross join lateral jsonb_populate_record(null::%I, m.row) order by m.position %s',
    tab, columns, columns, made, tab, case when tab in ('affiliate_clicks', 'idempotency_keys', 'customers') then 'on conflict do nothing' end)
    using of_snapshot, source;
end $$;

-- The movements of stock have stayed: they are of their orders again. Customers are brought in line with all orders.
create function relink_snapshot(of_snapshot uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stock_movements m set order_id = (r.row ->> 'order_id')::uuid from data_snapshot_rows r
  where r.snapshot_id = of_snapshot and r.table_name = 'movement_rows' and m.id = (r.row ->> 'id')::bigint and m.order_id is null;
  perform refresh_customers(null);
end $$;

-- A debt that comes back is in both wallets again.
create or replace function wallet_entry_of_debt() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
