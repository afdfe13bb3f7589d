-- Whoever deletes an order looks for what refers to it: without these, at every row of the table, for every order that is cleared.
create index refunds_of_order on refunds (order_id) where order_id is not null;
create index affiliate_clicks_of_order on affiliate_clicks (order_id) where order_id is not null;
create index idempotency_keys_of_order on idempotency_keys (order_id);
