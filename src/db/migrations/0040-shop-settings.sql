-- What an owner sets in the panel; a setting without a row is what it was born as (features/shop-settings/setting-fields.ts), and a variable of the environment wins.
create table shop_settings (
  name text primary key check (name ~ '^[a-z0-9_]{2,40}$'),
  value jsonb,
  -- A password or key, encrypted with APP_SECRET (server/secrets.ts).
  encrypted text,
  changed_at timestamptz not null,
  changed_by uuid references profiles (id) on delete set null,
  constraint shop_settings_value check (num_nonnulls(value, encrypted) = 1)
);

-- Every process reads them anew by this key, and then drops all pages (server/open-settings.ts).
create function notify_settings_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed, 'settings';
  return null;
end $$;
create trigger shop_settings_changed after insert or update or delete on shop_settings for each statement execute function notify_settings_changed();
