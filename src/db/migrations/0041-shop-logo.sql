-- The file of a setting that shows one: the logo. It is kept while it is shown, and removed in time when it is not (0009-files.sql).
alter table shop_settings add column file_url text generated always as (case when name = 'logo' then value #>> '{}' end) stored;

create trigger shop_settings_files_come after insert on shop_settings referencing new table as fresh for each statement execute function track_files('file_url');
create trigger shop_settings_files_change after update on shop_settings referencing new table as fresh old table as stale for each statement execute function track_files('file_url');
create trigger shop_settings_files_go after delete on shop_settings referencing old table as stale for each statement execute function track_files('file_url');
