-- The admin panel: the audit log, figures that are cheap to read, snapshots of cleared rows, and the marks of the demo's rows (docs/decisions/0012, 0018).

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
create table daily_stats (
  kind text not null check (kind in ('order', 'commission', 'prompt')),
  day date not null,
  status text not null,
  count bigint not null,
  -- KSh: the revenue of orders, the amount of commissions, nothing for prompts.
  amount numeric(14, 2) not null
);
create index daily_stats_of_day on daily_stats (kind, day, status);

-- Rankings of a shop with many orders, counted by a job (features/store-admin/keep-rankings.ts): ids and sums; the names are read when a ranking is shown.
create table ranking_snapshots (
  period text primary key,
  counted_at timestamptz not null,
  rankings jsonb not null
);

-- The rows that a reset cleared, as they were: written in the transaction of the reset, and deleted after a while, because they name people.
create table data_snapshots (
  id uuid primary key default gen_random_uuid(),
  taken_at timestamptz not null default now(),
  taken_by uuid,
  -- Table -> how many rows.
  counts jsonb not null
);
create index data_snapshots_newest on data_snapshots (taken_at desc, id desc);
create table data_snapshot_rows (
  snapshot_id uuid not null references data_snapshots (id) on delete cascade,
  table_name text not null,
  position bigint not null,
  row jsonb not null,
  primary key (snapshot_id, table_name, position)
);

-- Daily jobs, and when each ran last: a shop that restarts often runs them all the same.
create table job_runs (
  name text primary key,
  done_at timestamptz not null
);

-- The demo's month of orders is made up, and so are its buyers and affiliates (seed/orders.ts). These tables mark them: a live shop opens without them
-- (features/store-admin/leave-demo-mode.ts). Deleting a marked row deletes its mark.
create table made_up_orders (order_id uuid primary key references orders (id) on delete cascade);
create table made_up_people (profile_id uuid primary key references profiles (id) on delete cascade);

-- The audit log is final: not even the owner of the tables changes it.
create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_rewriting();

create function daily_stats_of(o orders) returns setof daily_stats language sql stable as $$
  select 'order', (o.created_at at time zone 'Africa/Nairobi')::date, o.status, 1,
    case when o.paid_at is not null and o.status <> 'cancelled' then o.total_amount else 0 end
  where o.discarded_at is null
$$;
create function daily_stats_of(c affiliate_commissions) returns setof daily_stats language sql stable as $$
  select 'commission', (c.created_at at time zone 'Africa/Nairobi')::date, c.status, 1, c.commission_amount
$$;
-- A clawed-back commission no longer counts as one: it gets a row of its own, below zero, on the day of the commission.
create function daily_stats_of(d commission_deductions) returns setof daily_stats language sql stable as $$
  select 'commission', (c.created_at at time zone 'Africa/Nairobi')::date, 'taken back', 0, -d.amount
  from affiliate_commissions c where c.id = d.commission_id and d.kind = 'clawback' and d.undone_at is null
$$;
-- A prompt that M-Pesa was too busy to take reached no phone and says nothing about paying.
create function daily_stats_of(a payment_attempts) returns setof daily_stats language sql stable as $$
  select 'prompt', (a.created_at at time zone 'Africa/Nairobi')::date, a.state, 1, 0
  where a.source = 'prompt' and a.result_code is distinct from 'busy'
$$;

-- The same lines for each table, because a row type has to be named.
create function add_orders_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::orders) s group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::orders) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create trigger orders_daily_stats_new after insert on orders referencing new table as added for each statement execute function add_orders_to_daily_stats();
create trigger orders_daily_stats_gone after delete on orders referencing old table as removed for each statement execute function add_orders_to_daily_stats();
create trigger orders_daily_stats_changed after update on orders for each row
  when ((old.status, old.paid_at is null, old.discarded_at is null, old.total_amount, old.created_at)
    is distinct from (new.status, new.paid_at is null, new.discarded_at is null, new.total_amount, new.created_at)) execute function add_orders_to_daily_stats();

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
  when ((old.status, old.commission_amount, old.created_at) is distinct from (new.status, new.commission_amount, new.created_at)) execute function add_commissions_to_daily_stats();

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
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::payment_attempts) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create trigger prompts_daily_stats_new after insert on payment_attempts referencing new table as added for each statement execute function add_prompts_to_daily_stats();
create trigger prompts_daily_stats_changed after update on payment_attempts for each row
  when ((old.state, old.source, old.result_code is not distinct from 'busy', old.created_at)
    is distinct from (new.state, new.source, new.result_code is not distinct from 'busy', new.created_at)) execute function add_prompts_to_daily_stats();

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

revoke update, delete on audit_log from viatu_app;
revoke insert, update, delete on daily_stats from viatu_app;
-- The app's role may only read the marks: no real order can be marked by mistake.
revoke insert, update, delete on made_up_orders, made_up_people from viatu_app;
