-- The search of orders finds a part of an address, a sum, and the first letters of a receipt; a filter finds a zone and a delivery option.
create index orders_by_address on orders using gin (delivery_address gin_trgm_ops);
create index orders_by_total on orders (total_amount, created_at desc, id desc);
create index payment_attempts_by_receipt on payment_attempts (receipt text_pattern_ops) where receipt is not null;
create index refunds_by_receipt on refunds (receipt text_pattern_ops) where receipt is not null;
-- For a filter of either: with few zones, the options of all of them are found by skipping from one to the next.
create index orders_by_delivery on orders (delivery_zone, delivery_way, created_at desc, id desc);
