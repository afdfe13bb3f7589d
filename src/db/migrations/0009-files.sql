-- The files of the shop, so that no unused file remains (docs/decisions/0013).

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

-- To find what still shows a file: galleries, and lines of orders, which keep the picture as sold.
create index product_images_of_file on product_images (image_url);
create index order_items_of_file on order_items (image_url) where image_url is not null;

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

create trigger product_images_files_come after insert on product_images referencing new table as fresh for each statement execute function track_files('image_url');
create trigger product_images_files_change after update on product_images referencing new table as fresh old table as stale for each statement execute function track_files('image_url');
create trigger product_images_files_go after delete on product_images referencing old table as stale for each statement execute function track_files('image_url');
create trigger ads_files_come after insert on ads referencing new table as fresh for each statement execute function track_files('image_url');
create trigger ads_files_change after update on ads referencing new table as fresh old table as stale for each statement execute function track_files('image_url');
create trigger ads_files_go after delete on ads referencing old table as stale for each statement execute function track_files('image_url');
create trigger promotions_files_come after insert on promotional_content referencing new table as fresh for each statement execute function track_files('content_url');
create trigger promotions_files_change after update on promotional_content referencing new table as fresh old table as stale for each statement execute function track_files('content_url');
create trigger promotions_files_go after delete on promotional_content referencing old table as stale for each statement execute function track_files('content_url');
create trigger promotions_posters_come after insert on promotional_content referencing new table as fresh for each statement execute function track_files('poster_url');
create trigger promotions_posters_change after update on promotional_content referencing new table as fresh old table as stale for each statement execute function track_files('poster_url');
create trigger promotions_posters_go after delete on promotional_content referencing old table as stale for each statement execute function track_files('poster_url');
