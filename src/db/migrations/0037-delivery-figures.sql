-- Whether promises of delivery were kept (features/delivery/get-delivery-figures.ts): both are read alone, without their tables, for the orders of a period.
create index orders_promises on orders (created_at) include (id, delivery_zone, delivery_way, delivery_kind, delivery_fee, paid_at, promised_to, status)
  where promised_to is not null and paid_at is not null and status <> 'cancelled' and discarded_at is null;
create index order_events_of_arrival on order_events (created_at) include (order_id, to_status) where to_status in ('shipped', 'delivered');
