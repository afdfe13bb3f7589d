-- Delivery: where orders go, by which ways, for which fee and in how many working days (domain/delivery-*.ts, docs/decisions/0051).

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

create table delivery_ways (
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
  constraint delivery_ways_days check (days_from <= days_to),
  constraint delivery_ways_point check (kind not in ('pickup', 'collect') or (address is not null and hours is not null)),
  constraint delivery_ways_courier check (kind <> 'stage' or courier is not null)
);
create index delivery_ways_of_zone on delivery_ways (zone_id);

-- Days without packing and delivery besides Sundays.
create table holidays (
  day date primary key,
  name text not null check (length(name) between 1 and 60)
);
