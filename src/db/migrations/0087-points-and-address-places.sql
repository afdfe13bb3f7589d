-- Which stage or courier office a parcel goes to; and the place that the address names, where the buyer has confirmed that the order goes to another one.
alter table orders
  add column delivery_point delivery_way_name,
  add column address_place delivery_place_name,
  add constraint orders_delivery_point check (delivery_point is null or coalesce(delivery_kind, '') = 'stage') not valid,
  add constraint orders_address_place check (address_place is null or delivery_place is not null) not valid;
alter table orders validate constraint orders_delivery_point;
alter table orders validate constraint orders_address_place;
