-- What a reset cleared, row by row as it was: written in the transaction of the reset, and forgotten after a while, because it names people.
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
  place bigint not null,
  row jsonb not null,
  primary key (snapshot_id, table_name, place)
);
