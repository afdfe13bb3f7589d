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
