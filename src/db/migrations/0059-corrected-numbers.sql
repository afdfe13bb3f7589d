-- How often the number of an order was corrected. The short links that went to a number before it was corrected open nothing any more (features/orders/short-link.ts).
alter table orders add column number_changes integer not null default 0 check (number_changes >= 0);
-- An order's first prompt goes to its own number: where that is another by now, and has a prompt too, the number was corrected.
update orders o set number_changes = 1
where anonymised_at is null and exists (select from payment_attempts a where a.order_id = o.id and a.phone = o.customer_phone)
  and (select a.phone from payment_attempts a where a.order_id = o.id order by a.created_at, a.id limit 1) <> customer_phone;
