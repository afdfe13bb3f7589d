-- The admin panel: the audit log, figures that are cheap to read, and snapshots of cleared rows (docs/decisions/0012, 0018 and 0062).

-- Which user did what to which row. The app's role may only add to it and read it.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  table_name text not null,
  row_id text,
  before jsonb,
  after jsonb
);
-- Searched by user, action, table and row, the newest first.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_of_action on audit_log (action, at desc, id desc);
create index audit_log_of_table on audit_log (table_name, at desc, id desc);
create index audit_log_of_row on audit_log (row_id text_pattern_ops, at desc, id desc);

-- Counts and sums by day in Nairobi and status: a card must not count a million orders. Triggers write each change as a row of its own, so that orders do not
-- wait for each other at a row of sums; compact_daily_stats() sums up the rows that have gathered.
create domain figure_kind as text check (value in ('order', 'commission', 'prompt', 'delivery fee'));
create table daily_stats (
  kind figure_kind not null,
  day date not null,
  status text not null,
  count bigint not null,
  -- KSh: the revenue of orders, the amount of commissions, the fees of delivery, nothing for prompts.
  amount numeric(14, 2) not null
);
create index daily_stats_of_day on daily_stats (kind, day, status);

-- Rankings of a shop with many orders, counted by a job (features/staff/rankings.ts): ids and sums; the names are read when a ranking is shown.
create table ranking_snapshots (
  period text primary key,
  counted_at timestamptz not null,
  rankings jsonb not null
);

-- The rows that Clear All User Data cleared, as they were: written in the transaction that clears, and deleted after a while, because they name people.
create table data_snapshots (
  id uuid primary key default gen_random_uuid(),
  taken_at timestamptz not null default now(),
  taken_by uuid,
  -- Table -> how many rows.
  counts jsonb not null,
  -- It holds what putting back needs: which movements of stock were of which order, debts and codes. Others are files only.
  is_whole boolean not null default false,
  put_back_at timestamptz,
  put_back_by uuid
);
create index data_snapshots_newest on data_snapshots (taken_at desc, id desc);
create table data_snapshot_rows (
  snapshot_id uuid not null references data_snapshots (id) on delete cascade,
  table_name text not null,
  position bigint not null,
  row jsonb not null,
  primary key (snapshot_id, table_name, position)
);

-- The audit log is final: not even the owner of the tables changes it.
create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_rewriting();

-- Revenue is the sum of the totals; the fees of delivery in it are counted beside it.
create function daily_stats_of(o orders) returns setof daily_stats language sql stable as $$
  select 'order', (o.created_at at time zone 'Africa/Nairobi')::date, o.status, 1,
    case when o.paid_at is not null and o.status <> 'cancelled' then o.total_amount else 0 end
  where o.discarded_at is null
  union all
  select 'delivery fee', (o.created_at at time zone 'Africa/Nairobi')::date, o.status, 1, o.delivery_fee
  where o.discarded_at is null and o.delivery_fee > 0 and o.paid_at is not null and o.status <> 'cancelled'
$$;
create function daily_stats_of(c affiliate_commissions) returns setof daily_stats language sql stable as $$
  select 'commission', (c.created_at at time zone 'Africa/Nairobi')::date, c.status, 1, c.commission_amount
$$;
-- A clawed-back commission no longer counts as one: it gets a row of its own, below zero, on the day of the commission.
create function daily_stats_of(d commission_deductions) returns setof daily_stats language sql stable as $$
  select 'commission', (c.created_at at time zone 'Africa/Nairobi')::date, 'taken back', 0, -d.amount
  from affiliate_commissions c where c.id = d.commission_id and d.kind = 'clawback' and d.undone_at is null
$$;
-- Of prompts the panel shows those that were paid or failed: one that is on its way is no figure, and one that M-Pesa was too busy to take reached no phone and says
-- nothing about paying.
create function daily_stats_of(a payment_attempts) returns setof daily_stats language sql stable as $$
  select 'prompt', (a.created_at at time zone 'Africa/Nairobi')::date, a.state, 1, 0
  where a.source = 'prompt' and a.settled_at is not null and a.result_code is distinct from 'busy'
$$;

-- The same lines for each table, because a row type has to be named. What a checkout writes is counted by row: a statement for one order is planned and started
-- more quickly without a table of what was added, and loading in bulk has no triggers. PostgreSQL reads the text of a trigger's condition anew for each statement:
-- so columns are named where they can be, and conditions are short.
create function add_orders_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select * from daily_stats_of(new);
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::orders) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create trigger orders_daily_stats_changed after update of status, paid_at, discarded_at, total_amount, delivery_fee, created_at on orders
  for each row execute function add_orders_to_daily_stats();
create trigger orders_daily_stats_new after insert on orders for each row execute function add_orders_to_daily_stats();
create trigger orders_daily_stats_gone after delete on orders referencing old table as removed for each statement execute function add_orders_to_daily_stats();

create function add_commissions_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::affiliate_commissions) s group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::affiliate_commissions) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create trigger commissions_daily_stats_new after insert on affiliate_commissions referencing new table as added for each statement execute function add_commissions_to_daily_stats();
create trigger commissions_daily_stats_gone after delete on affiliate_commissions referencing old table as removed for each statement execute function add_commissions_to_daily_stats();
create trigger commissions_daily_stats_changed after update on affiliate_commissions for each row
  when (old.status is distinct from new.status or old.commission_amount is distinct from new.commission_amount or old.created_at is distinct from new.created_at)
  execute function add_commissions_to_daily_stats();

create function add_clawbacks_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::commission_deductions) s group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::commission_deductions) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create trigger clawbacks_daily_stats_new after insert on commission_deductions referencing new table as added for each statement execute function add_clawbacks_to_daily_stats();
create trigger clawbacks_daily_stats_gone after delete on commission_deductions referencing old table as removed for each statement execute function add_clawbacks_to_daily_stats();
create trigger clawbacks_daily_stats_changed after update on commission_deductions for each row
  when (old.kind = 'clawback' and (old.undone_at is null) <> (new.undone_at is null)) execute function add_clawbacks_to_daily_stats();

create function add_prompts_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select * from daily_stats_of(new);
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create trigger prompts_daily_stats_changed after update of state, settled_at, source, result_code, created_at on payment_attempts
  for each row when (old.settled_at is not null or new.settled_at is not null) execute function add_prompts_to_daily_stats();
create trigger prompts_daily_stats_new after insert on payment_attempts
  for each row when (new.settled_at is not null) execute function add_prompts_to_daily_stats();

-- One statement: a simultaneous reader sees the parts or their sum, never both. One process at a time; the others need not wait.
create function compact_daily_stats() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7214012) then return; end if;
  with gone as (
    delete from daily_stats where (kind, day, status) in (select kind, day, status from daily_stats group by kind, day, status having count(*) > 1)
    returning *
  )
  insert into daily_stats
  select kind, day, status, sum(count), sum(amount) from gone group by kind, day, status having sum(count) <> 0 or sum(amount) <> 0;
end $$;

-- What Clear All User Data has cleared can be put back (features/staff/restore-snapshot.ts, docs/decisions/0062).
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

revoke update, delete on audit_log from viatu_app;
revoke insert, update, delete on daily_stats from viatu_app;
