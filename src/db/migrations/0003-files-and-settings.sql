-- Files, so that no unused one remains (docs/decisions/0013), and what an owner sets in the panel (docs/decisions/0053).

-- A row for every stem: the address of a file without `/files/`, its ending, and the width of a smaller copy (domain/storage.ts).
create table stored_files (
  stem text primary key check (stem ~ '^[\w/-]{1,250}$'),
  -- Null for a file that was not uploaded: the pictures of the demo.
  content_type text,
  byte_count bigint check (byte_count > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  uploaded_by uuid,
  -- The source of a file from another site: the same address given again soon means the same file, and a picture can be traced to its owner.
  fetched_from text check (length(fetched_from) <= 2000),
  created_at timestamptz not null default now(),
  -- When the job removes it, unless something refers to it by then. Null while something is known to refer to it.
  remove_after timestamptz,
  -- The file is removed; a request that still uses its address is told so. The row is deleted after a month.
  removed_at timestamptz,
  check (remove_after is null or removed_at is null)
);
create index stored_files_due on stored_files (remove_after) where remove_after is not null;
create index stored_files_removed on stored_files (removed_at) where removed_at is not null;
create index stored_files_fetched on stored_files (fetched_from) where fetched_from is not null;

-- A setting without a row is what it was born as (features/settings/setting-fields.ts), and a variable of the environment wins.
create table shop_settings (
  name text primary key check (name ~ '^[a-z0-9_]{2,40}$'),
  value jsonb,
  -- A password or key, encrypted with APP_SECRET (server/secrets.ts).
  encrypted text,
  -- The file of a setting that shows one: the logo. It is kept while it is shown, and removed in time when it is not.
  file_url text generated always as (case when name = 'logo' then value #>> '{}' end) stored,
  changed_at timestamptz not null,
  changed_by uuid references profiles (id) on delete set null,
  constraint shop_settings_value check (num_nonnulls(value, encrypted) = 1)
);

-- Texts to buyers that the shop has changed (docs/decisions/0060); the others are those of domain/message-texts.ts.
create table message_texts (
  name text primary key check (name ~ '^[a-z_]{2,40}$'),
  sms text,
  subject text,
  letter text,
  changed_at timestamptz not null,
  changed_by uuid,
  constraint message_texts_any check (num_nonnulls(sms, subject, letter) > 0)
);

-- Whether a live shop has opened its doors, and the link by which the first owner claims it (docs/decisions/0055). One row.
create table shop_opening (
  id boolean primary key default true check (id),
  -- The hash of the link that the newest start printed; none once it was used.
  claim_hash text,
  claim_until timestamptz,
  texts_read_at timestamptz,
  texts_read_by uuid,
  -- When somebody of the shop has looked at what buyers pay for delivery, before it opens.
  delivery_seen_at timestamptz,
  delivery_seen_by uuid,
  opened_at timestamptz,
  opened_by uuid,
  constraint shop_opening_claim check ((claim_hash is null) = (claim_until is null)),
  constraint shop_opening_opened check (opened_by is null or opened_at is not null)
);
insert into shop_opening default values;

-- The secret that sealed what this database holds, by a mark that reveals nothing of it: so that a shop that was started with another one says so.
create table app_secret_mark (
  singleton boolean primary key default true check (singleton),
  mark text not null
);

-- The length is checked separately: a pattern that counts to 250 needs 250 states, and the function runs for every picture in the catalogue.
create function file_stem(address text) returns text language sql immutable strict parallel safe
  return case when length(substring(address from '^/files/([\w/-]+)\.[a-z0-9]+$')) <= 250
    then regexp_replace(substring(address from '^/files/([\w/-]+)\.[a-z0-9]+$'), '-(400|800|1200|og)$', '') end;

-- A new reference to a file keeps it; a removed one schedules a check in an hour, when no visitor has the old page open any more. The removal may come from an
-- admin, a product deleted with its pictures, or a reset. The argument is the column.
create function track_files() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  fresh_stems text := format('select file_stem(%I) from fresh', tg_argv[0]);
  stale_stems text := format('select file_stem(%I) from stale', tg_argv[0]);
  gone text;
begin
  if tg_op = 'UPDATE' then
    select fresh_stems || ' except ' || stale_stems, stale_stems || ' except ' || fresh_stems into fresh_stems, stale_stems;
  end if;
  -- In the order of stems, so that no two wait for each other in a circle.
  if tg_op <> 'DELETE' then
    execute 'insert into stored_files (stem) select distinct stem from (' || fresh_stems || ') as x (stem) where stem is not null order by stem
      on conflict (stem) do update set remove_after = null where stored_files.remove_after is not null';
    -- Whoever waited for its removal comes too late.
    execute 'select stem from stored_files where removed_at is not null and stem in (' || fresh_stems || ') limit 1' into gone;
    if gone is not null then
      raise exception 'the file % is removed', gone using errcode = 'foreign_key_violation', constraint = 'stored_files_present';
    end if;
  end if;
  if tg_op <> 'INSERT' then
    execute 'with let_go as (select stem from stored_files where stem in (' || stale_stems || ') and remove_after is null and removed_at is null order by stem for update)
      update stored_files set remove_after = now() + interval ''1 hour'' from let_go where stored_files.stem = let_go.stem';
  end if;
  return null;
end $$;

create trigger shop_settings_files_come after insert on shop_settings referencing new table as fresh for each statement execute function track_files('file_url');
create trigger shop_settings_files_change after update on shop_settings referencing new table as fresh old table as stale for each statement execute function track_files('file_url');
create trigger shop_settings_files_go after delete on shop_settings referencing old table as stale for each statement execute function track_files('file_url');

-- Every process reads the settings anew by this key, and then drops all pages (server/open-settings.ts); the changed texts, and whether the shop is open, with them.
create function notify_settings_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed, 'settings';
  return null;
end $$;
create trigger shop_settings_changed after insert or update or delete on shop_settings for each statement execute function notify_settings_changed();
create trigger message_texts_changed after insert or update or delete on message_texts for each statement execute function notify_settings_changed();
create trigger shop_opened after update of opened_at on shop_opening for each statement execute function notify_settings_changed();

revoke insert, delete on shop_opening from viatu_app;
