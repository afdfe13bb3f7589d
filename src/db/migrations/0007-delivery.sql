-- Delivery: where orders go, by which options, for which fee and in how many working days (domain/delivery-*.ts, docs/decisions/0051), and who carries them.

create table delivery_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  position integer not null default 0
);
create unique index delivery_zones_name on delivery_zones (lower(name));

-- A place belongs to its own zone, or to that of the place it lies in: the more exact one wins. Without any zone around it the shop does not deliver there.
create table delivery_places (
  id text primary key check (id ~ '^[a-z0-9-]+(/[a-z0-9-]+){0,2}$'),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('country', 'county', 'town', 'estate', 'stage')),
  parent_id text references delivery_places (id),
  aliases text[] not null default '{}',
  zone_id uuid references delivery_zones (id) on delete set null,
  -- Added by the owner. Those of the next file stay: they may leave a zone, and are never deleted.
  is_own boolean not null default false,
  constraint delivery_places_root check ((parent_id is null) = (kind = 'country'))
);
create index delivery_places_in on delivery_places (parent_id);
create index delivery_places_of_zone on delivery_places (zone_id) where zone_id is not null;

create table delivery_options (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references delivery_zones (id) on delete cascade,
  kind text not null check (kind in ('door', 'pickup', 'stage', 'collect')),
  name text not null check (length(name) between 1 and 80),
  -- Of a pick-up point and of the shop.
  address text check (length(address) between 1 and 200),
  hours text check (length(hours) between 1 and 100),
  map_url text check (length(map_url) <= 500 and map_url ~ '^https://'),
  -- Of a parcel to a stage or office.
  courier text check (length(courier) between 1 and 80),
  fee numeric(12, 2) not null check (fee between 0 and 20000 and fee = trunc(fee)),
  free_from numeric(12, 2) check (free_from >= 1 and free_from = trunc(free_from)),
  -- Working days after the day on which the order is packed: that of the order until the cut-off, in minutes after midnight in Nairobi.
  days_from smallint not null check (days_from between 0 and 60),
  days_to smallint not null check (days_to between 0 and 60),
  cut_off smallint not null default 840 check (cut_off between 0 and 1440),
  is_on boolean not null default true,
  constraint delivery_options_days check (days_from <= days_to),
  constraint delivery_options_point check (kind not in ('pickup', 'collect') or (address is not null and hours is not null)),
  constraint delivery_options_courier check (kind <> 'stage' or courier is not null)
);
create index delivery_options_of_zone on delivery_options (zone_id);

-- A shop is born with one free zone for all of Kenya.
insert into delivery_zones (name) values ('All of Kenya');
insert into delivery_places (id, name, kind, aliases, zone_id) select 'kenya', 'Kenya', 'country', '{ke}', id from delivery_zones;
insert into delivery_options (zone_id, kind, name, fee, days_from, days_to) select id, 'door', 'To the door', 0, 1, 6 from delivery_zones;

-- Days without packing and delivery besides Sundays.
create table holidays (
  day date primary key,
  name text not null check (length(name) between 1 and 60)
);
-- The public holidays of Kenya that are known: one that falls on a Sunday is kept on the Monday after it. Idd is declared late, by the owner's eye.
insert into holidays (day, name) values
  ('2026-12-12', 'Jamhuri Day'), ('2026-12-25', 'Christmas Day'), ('2026-12-26', 'Boxing Day'),
  ('2027-01-01', 'New Year''s Day'), ('2027-03-26', 'Good Friday'), ('2027-03-29', 'Easter Monday'), ('2027-05-01', 'Labour Day'),
  ('2027-06-01', 'Madaraka Day'), ('2027-10-11', 'Mazingira Day (observed)'), ('2027-10-20', 'Mashujaa Day'), ('2027-12-13', 'Jamhuri Day (observed)'),
  ('2027-12-25', 'Christmas Day'), ('2027-12-27', 'Boxing Day (observed)'),
  ('2028-01-01', 'New Year''s Day'), ('2028-04-14', 'Good Friday'), ('2028-04-17', 'Easter Monday'), ('2028-05-01', 'Labour Day'),
  ('2028-06-01', 'Madaraka Day'), ('2028-10-10', 'Mazingira Day'), ('2028-10-20', 'Mashujaa Day'), ('2028-12-12', 'Jamhuri Day'),
  ('2028-12-25', 'Christmas Day'), ('2028-12-26', 'Boxing Day');

-- The riders of a day, each with a link that opens their stops (docs/decisions/0052). The short message with the link is a row of `messages`.
create table rider_days (
  id uuid primary key default gen_random_uuid(),
  -- Both are forgotten some time after the day.
  name text check (length(name) between 1 and 80),
  phone phone_number,
  -- In Nairobi: the link opens nothing on any other.
  day date not null,
  -- Of the link's token, keyed by APP_SECRET: who reads this table, or a copy of it, opens no link.
  token_hash text not null check (length(token_hash) = 43),
  created_by uuid,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  forgotten_at timestamptz,
  constraint rider_days_token unique (token_hash),
  constraint rider_days_forgotten check (num_nulls(name, phone) = case when forgotten_at is null then 0 else 2 end)
);
-- One person, one day, one link.
create unique index rider_days_once on rider_days (day, phone) where taken_back_at is null;

-- Terms of delivery are kept by each process, and the pages that say a fee by caches: both learn of a change by this key (0006-page-keys.sql).
create function notify_delivery_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed, 'delivery';
  return null;
end $$;
create trigger delivery_zones_changed after insert or update or delete on delivery_zones for each statement execute function notify_delivery_changed();
create trigger delivery_places_changed after insert or update or delete on delivery_places for each statement execute function notify_delivery_changed();
create trigger delivery_options_changed after insert or update or delete on delivery_options for each statement execute function notify_delivery_changed();
create trigger holidays_changed after insert or update or delete on holidays for each statement execute function notify_delivery_changed();

-- Riders are forgotten, never deleted: their orders name them.
revoke delete on rider_days from viatu_app;
