-- What Clear All User Data leaves of an order: its payments know which order they were for, so that an old link can say that it was cleared and a receipt
-- leads to its sum and dates. An id and nothing else: no name and no address. What was cleared before this is not known any more.
alter table payment_attempts add column cleared_order_id uuid, add column cleared_at timestamptz;
alter table payment_attempts add constraint payment_attempts_cleared check ((cleared_order_id is null) = (cleared_at is null) and (cleared_order_id is null or order_id is null));
create index payment_attempts_of_cleared on payment_attempts (cleared_order_id) where cleared_order_id is not null;
