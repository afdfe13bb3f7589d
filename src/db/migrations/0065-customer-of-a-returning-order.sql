-- A customer's row that is not there cannot be locked: it is made before it is locked, so that an order of the same phone, which is placed at that moment and makes
-- the row too, is waited for and counted. Until now a discarded order that came back then overwrote the name and the time of the newer one. The row is made once
-- more after the lock, because the transaction that was waited for may have deleted it.
create or replace function refresh_customers(phones text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customers (phone, name, last_order_at)
  select distinct on (customer_phone) customer_phone, customer_name, created_at
  from orders where discarded_at is null and anonymised_at is null and (phones is null or customer_phone = any(phones)) order by customer_phone
  on conflict (phone) do nothing;
  perform from customers where phones is null or phone = any(phones) order by phone for update;
  insert into customers (phone, name, email, last_order_at)
  select customer_phone, (array_agg(customer_name order by created_at desc, id desc))[1],
    (array_agg(customer_email order by created_at desc, id desc) filter (where customer_email is not null))[1], max(created_at)
  from orders where discarded_at is null and anonymised_at is null and (phones is null or customer_phone = any(phones))
  group by customer_phone order by customer_phone
  on conflict (phone) do update set name = excluded.name, email = excluded.email, last_order_at = excluded.last_order_at;
  delete from customers c where (phones is null or phone = any(phones))
    and not exists (select from orders o where o.customer_phone = c.phone and o.discarded_at is null and o.anonymised_at is null);
end $$;
