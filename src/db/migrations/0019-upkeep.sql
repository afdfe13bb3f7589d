-- Upkeep: limits, jobs, backups, and the marks of the demo's rows.

-- Recent uses, by limit and by a keyed hash of their key: account, phone or network. Unlogged: a crash forgets the uses, which costs nothing, and an order does
-- not wait for the disk because of them.
create unlogged table rate_limits (
  limit_name text not null,
  key_hash text not null,
  -- Id of a use -> until when it counts, in seconds since 1970.
  uses jsonb not null check (jsonb_typeof(uses) = 'object'),
  -- After this instant no use counts any more.
  expires_at timestamptz not null,
  primary key (limit_name, key_hash)
);
create index rate_limits_expired on rate_limits (expires_at);

-- The daily cost of the assistant's model, for all processes (docs/decisions/0019). Reserved before the model is asked, settled after it has answered: a
-- process that dies in between has spent its reservation.
create table assistant_spending (
  -- In Nairobi.
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);

-- Daily jobs, and when each ran last: a shop that restarts often runs them all the same.
create table job_runs (
  name text primary key,
  done_at timestamptz not null,
  -- What the nightly check of the books found: the names of the broken rules (db/invariants.ts), for the status page and /metrics.
  broken text[] not null default '{}'
);

-- Backups and the drills that restore them (docs/backup.md). Each run is a row, written at its start, so that one that died shows as well.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  -- A backup copies the shop, an export writes the rows of an external database, a drill restores the newest copy and sells on it, a restore made this shop of a copy.
  kind text not null check (kind in ('backup', 'export', 'drill', 'restore')),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'failed')),
  -- Why it failed, in words.
  reason text check ((reason is null) = (outcome is distinct from 'failed')),
  -- The name of the copy that was written or restored.
  copy text,
  -- What was written to the store, or read from it.
  bytes bigint check (bytes >= 0),
  files integer check (files >= 0),
  -- Of a drill and a restore: when the last transaction that came back was committed, how many orders there were, and seconds until the shop sold.
  last_commit_at timestamptz,
  orders integer check (orders >= 0),
  seconds_to_sale numeric(10, 1) check (seconds_to_sale >= 0),
  check ((ended_at is null) = (outcome is null)),
  check (ended_at >= started_at)
);
create index backup_runs_newest on backup_runs (started_at desc, id desc);
-- One at a time of each kind.
create unique index backup_runs_running on backup_runs (kind) where ended_at is null;

-- The demo's month of orders is made up, and so are its buyers and affiliates (seed/orders.ts). These tables mark them: a live shop opens without them
-- (demo/leave-demo.ts). Deleting a marked row deletes its mark.
create table made_up_orders (order_id uuid primary key references orders (id) on delete cascade);
create table made_up_people (profile_id uuid primary key references profiles (id) on delete cascade);

-- Counts one use against all wanted limits (name -> max, seconds, hash), or against none, and answers the names of those that are reached (core/rate-limit.ts).
-- `own` is the use: the same one counts once. In the order of names, so that no two requests deadlock. A simultaneous request waits for the row, and then
-- sees our use in it.
create function consume_limits(wanted jsonb, own text, at timestamptz) returns text[] language plpgsql as $$
declare
  seconds numeric := extract(epoch from at);
  reached text[];
begin
  with consumed as (
    insert into rate_limits (limit_name, key_hash, uses, expires_at)
    select each.name, each.wish ->> 'hash', jsonb_build_object(own, seconds + (each.wish ->> 'seconds')::integer), at + make_interval(secs => (each.wish ->> 'seconds')::integer)
    from jsonb_each(wanted) as each (name, wish) order by each.name
    on conflict (limit_name, key_hash) do update set expires_at = excluded.expires_at,
      uses = excluded.uses || (select coalesce(jsonb_object_agg(use.key, use.until), '{}') from jsonb_each(rate_limits.uses) as use (key, until)
        where use.key <> own and use.until::numeric > seconds)
    where (select count(*) from jsonb_each(rate_limits.uses) as use (key, until) where use.key <> own and use.until::numeric > seconds)
      < (wanted -> rate_limits.limit_name ->> 'max')::integer
    returning limit_name
  )
  select array_agg(name) into reached from jsonb_object_keys(wanted) as name where name not in (select limit_name from consumed);
  -- Undoes exactly what was counted here, and leaves what an earlier call counted for the same use.
  if reached is not null then raise exception using errcode = 'VL001'; end if;
  return '{}';
exception when sqlstate 'VL001' then
  return reached;
end $$;

revoke update, delete on assistant_spending from viatu_app;
grant update (tokens) on assistant_spending to viatu_app;
-- The app's role may only read the marks: no real order can be marked by mistake.
revoke insert, update, delete on made_up_orders, made_up_people from viatu_app;
