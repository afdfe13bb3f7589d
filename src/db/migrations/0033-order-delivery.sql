-- What an order was promised, as at Place Order: a later change of a zone or way changes no order. Orders from before have none of it, and no fee.
alter table orders
  add column delivery_kind text check (delivery_kind in ('door', 'pickup', 'stage', 'collect')),
  -- Names of then: the way, its zone and the place.
  add column delivery_way text check (length(delivery_way) between 1 and 80),
  add column delivery_zone text check (length(delivery_zone) between 1 and 60),
  add column delivery_place text check (length(delivery_place) between 1 and 170),
  -- The id of the place, for the next order of the same buyer; without a reference, because an owner may delete a place of their own.
  add column delivery_place_id text,
  add column delivery_fee numeric(12, 2) not null default 0 check (delivery_fee between 0 and 20000 and delivery_fee = trunc(delivery_fee)),
  add column promised_from date,
  add column promised_to date,
  -- Who takes the parcel, where it is not the buyer.
  add column receiver_name text check (length(receiver_name) between 1 and 200),
  add column receiver_phone text check (receiver_phone ~ '^254[17][0-9]{8}$'),
  add constraint orders_delivery check (num_nulls(delivery_kind, delivery_way, delivery_zone, delivery_place, delivery_place_id, promised_from, promised_to) in (0, 7)),
  add constraint orders_fee check (delivery_fee <= total_amount and (delivery_fee = 0 or delivery_kind is not null)),
  add constraint orders_promised check (promised_from <= promised_to),
  add constraint orders_receiver check ((receiver_name is null) = (receiver_phone is null)),
  add constraint orders_receiver_forgotten check (anonymised_at is null or receiver_name is null),
  -- A commission is a share of the goods.
  drop constraint orders_check,
  add constraint orders_commission check (commission_amount between 0 and (total_amount - delivery_fee) * 0.1);

create or replace function create_commission(of_order uuid, amount numeric, own_reason text, at timestamptz,
  device_account uuid default null) returns void language sql volatile set search_path = public, pg_temp as $$
  insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, is_own, status, rejected_at, reason, created_at)
  select o.affiliate_id, o.id, amount, o.total_amount - o.delivery_fee, own.is, case when own.is then 'rejected' else 'pending' end,
    case when own.is then at end, case when own.is then own_reason end, at
  from orders o cross join lateral (select o.affiliate_id is not distinct from device_account or is_own_purchase(o.id) as is) own
  where o.id = of_order and o.affiliate_id is not null
$$;
create or replace function check_commission_of_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from orders o where o.id = new.order_id and o.total_amount - o.delivery_fee = new.base_amount and o.affiliate_id = new.affiliate_id) then
    raise exception 'not the commission of this order' using errcode = 'check_violation', constraint = 'affiliate_commissions_of_order';
  end if;
  return null;
end $$;

alter table daily_stats drop constraint daily_stats_kind_check;
alter table daily_stats add constraint daily_stats_kind_check check (kind in ('order', 'commission', 'prompt', 'delivery fee'));
-- Revenue stays the sum of the totals; the fees in it are counted beside it.
create or replace function daily_stats_of(o orders) returns setof daily_stats language sql stable as $$
  select 'order', (o.created_at at time zone 'Africa/Nairobi')::date, o.status, 1,
    case when o.paid_at is not null and o.status <> 'cancelled' then o.total_amount else 0 end
  where o.discarded_at is null
  union all
  select 'delivery fee', (o.created_at at time zone 'Africa/Nairobi')::date, o.status, 1, o.delivery_fee
  where o.discarded_at is null and o.delivery_fee > 0 and o.paid_at is not null and o.status <> 'cancelled'
$$;

-- Terms of delivery are kept by each process, and the pages that say a fee by caches: both learn of a change by this key (0017-page-keys.sql).
create function notify_delivery_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed, 'delivery';
  return null;
end $$;
create trigger delivery_zones_changed after insert or update or delete on delivery_zones for each statement execute function notify_delivery_changed();
create trigger delivery_places_changed after insert or update or delete on delivery_places for each statement execute function notify_delivery_changed();
create trigger delivery_ways_changed after insert or update or delete on delivery_ways for each statement execute function notify_delivery_changed();
create trigger holidays_changed after insert or update or delete on holidays for each statement execute function notify_delivery_changed();

-- A shop is born with one free zone for all of Kenya.
insert into delivery_zones (name) values ('All of Kenya');
update delivery_places set zone_id = (select id from delivery_zones) where id = 'kenya';
insert into delivery_ways (zone_id, kind, name, fee, days_from, days_to) select id, 'door', 'To the door', 0, 1, 6 from delivery_zones;

-- The public holidays of Kenya that are known: one that falls on a Sunday is kept on the Monday after it. Idd is declared late, by the owner's eye.
insert into holidays (day, name) values
  ('2026-12-12', 'Jamhuri Day'), ('2026-12-25', 'Christmas Day'), ('2026-12-26', 'Boxing Day'),
  ('2027-01-01', 'New Year''s Day'), ('2027-03-26', 'Good Friday'), ('2027-03-29', 'Easter Monday'), ('2027-05-01', 'Labour Day'),
  ('2027-06-01', 'Madaraka Day'), ('2027-10-11', 'Mazingira Day (observed)'), ('2027-10-20', 'Mashujaa Day'), ('2027-12-13', 'Jamhuri Day (observed)'),
  ('2027-12-25', 'Christmas Day'), ('2027-12-27', 'Boxing Day (observed)'),
  ('2028-01-01', 'New Year''s Day'), ('2028-04-14', 'Good Friday'), ('2028-04-17', 'Easter Monday'), ('2028-05-01', 'Labour Day'),
  ('2028-06-01', 'Madaraka Day'), ('2028-10-10', 'Mazingira Day'), ('2028-10-20', 'Mashujaa Day'), ('2028-12-12', 'Jamhuri Day'),
  ('2028-12-25', 'Christmas Day'), ('2028-12-26', 'Boxing Day');
