-- Orders that come later than promised are found once (features/orders/find-late-orders.ts): the owner sees them, and their buyers are told.
alter table orders add column late_at timestamptz;
alter table orders add constraint orders_late check (late_at is null or (promised_to is not null and paid_at is not null));
-- What may become late, and what is late and waits: few rows, however many orders there are.
create index orders_promised on orders (promised_to)
  where late_at is null and promised_to is not null and status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped');
create index orders_late_open on orders (created_at desc, id desc)
  where late_at is not null and status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped');

-- Told once by each channel, beside the moves of the order.
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
  check (kind in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'refund', 'link', 'late'));
alter table notices drop constraint notices_about_one;
alter table notices add constraint notices_about_one check (
  num_nonnulls(event_id, refund_id) = (kind not in ('link', 'late'))::integer and (kind = 'refund') = (refund_id is not null));
create unique index notices_late_once on notices (order_id, channel) where kind = 'late';
