-- Who carries an order that was shipped, the code by which it is handed over, and the riders of a day (domain/delivery-handover.ts, docs/decisions/0052).

create table rider_days (
  id uuid primary key default gen_random_uuid(),
  -- Both are forgotten some time after the day.
  name text check (length(name) between 1 and 80),
  phone text check (phone ~ '^254[17][0-9]{8}$'),
  -- In Nairobi: the link opens nothing on any other.
  day date not null,
  -- Of the link's token, keyed by APP_SECRET: who reads this table, or a copy of it, opens no link.
  token_hash text not null check (length(token_hash) = 43),
  created_by uuid,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  forgotten_at timestamptz,
  -- The SMS with the link: due, sent, or neither, when nobody knows that it arrived.
  link_next_at timestamptz,
  link_tries smallint not null default 0 check (link_tries >= 0),
  link_sent_at timestamptz,
  link_error text check (length(link_error) <= 200),
  constraint rider_days_token unique (token_hash),
  constraint rider_days_forgotten check (num_nulls(name, phone) = case when forgotten_at is null then 0 else 2 end),
  constraint rider_days_link check (link_next_at is null or link_sent_at is null)
);
-- One person, one day, one link.
create unique index rider_days_once on rider_days (day, phone) where taken_back_at is null;
create index rider_days_link_due on rider_days (link_next_at) where link_next_at is not null;

create table deliveries (
  order_id uuid primary key,
  -- What the buyer tells the rider at the door. Only the buyer's page and SMS, and the check, read it.
  code text not null check (code ~ '^[0-9]{4}$'),
  courier text check (length(courier) between 1 and 40),
  parcel_number text check (length(parcel_number) between 1 and 40),
  rider_day_id uuid references rider_days (id),
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 5),
  on_the_way_at timestamptz,
  handed_over_at timestamptz,
  -- Why it could not be handed over: the order stays shipped.
  failed_at timestamptz,
  failed_reason text check (length(failed_reason) between 1 and 200),
  created_at timestamptz not null default now(),
  foreign key (order_id) references orders (id) on delete cascade,
  constraint deliveries_one_carrier check (courier is null or rider_day_id is null),
  constraint deliveries_parcel check (parcel_number is null or courier is not null),
  constraint deliveries_of_rider check (rider_day_id is not null or (num_nonnulls(on_the_way_at, handed_over_at, failed_at) = 0 and wrong_tries = 0)),
  constraint deliveries_failed check (failed_reason is null or failed_at is not null),
  constraint deliveries_one_outcome check (handed_over_at is null or failed_at is null),
  constraint deliveries_codes_spent check (handed_over_at is null or wrong_tries < 5)
);
create index deliveries_of_rider_day on deliveries (rider_day_id) where rider_day_id is not null;

-- The rider who made the move; the name is read from there, and forgotten there.
alter table order_events add column rider_day_id uuid references rider_days (id);

-- The page of the order, and the panel, follow what the rider does.
create function note_delivery_changed() returns trigger language plpgsql as $$
begin
  insert into changes (channel, payload) values ('order_changed', new.order_id::text);
  return null;
end $$;
create trigger deliveries_changed after update on deliveries for each row execute function note_delivery_changed();

create or replace function forget_notes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_notes where order_id = new.id;
  update order_events set note = null where order_id = new.id and actor_id is not null and note is not null;
  update refunds set note = null where order_id = new.id and note is not null;
  -- The number leads to the buyer at the courier, and a reason in the rider's words may name them.
  update deliveries set parcel_number = null, failed_reason = null where order_id = new.id and num_nonnulls(parcel_number, failed_reason) > 0;
  return null;
end $$;

-- Riders are forgotten, never deleted: their orders name them.
revoke delete on rider_days from viatu_app;
