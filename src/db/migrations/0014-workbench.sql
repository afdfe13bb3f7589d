-- The workbench: when an order was packed, and searches of orders by e-mail and by what was bought (docs/decisions/0036).

-- A time and not a status: buyers, counts and transitions know nothing of it. A cancelled order is unpacked.
alter table orders add column packed_at timestamptz;
alter table orders add constraint orders_packed check (packed_at is null or (paid_at is not null and status <> 'cancelled'));

-- The queues To pack and To send: few rows, however many orders there are.
create index orders_unshipped on orders (created_at desc, id desc) include (packed_at)
  where status in ('waiting_shipment', 'awaiting_shipment', 'confirmed');
create index orders_by_email on orders using gin (customer_email gin_trgm_ops) where customer_email is not null;
create index order_items_by_name on order_items using gin (name gin_trgm_ops);
