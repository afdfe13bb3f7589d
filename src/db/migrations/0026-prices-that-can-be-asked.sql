-- A pair costs KSh 1 at least, also after its discount: M-Pesa takes no less (domain/pricing.ts, docs/decisions/0026).

-- What was saved below that leaves the shelf with the least price there is, until somebody says what it costs.
update products set is_available = false, price = greatest(price, 1), discount_percentage = 0 where unit_price < 1 and archived_at is null;
-- What is deleted keeps what it was.
alter table products add constraint products_price_can_be_asked check (price >= 1 and unit_price >= 1 or archived_at is not null);
