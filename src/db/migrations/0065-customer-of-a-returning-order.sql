-- A customer's row that is not there cannot be locked: it is made before it is locked, so that an order of the same phone, which is placed at that moment and makes
-- the row too, is waited for and counted. Until now a discarded order that came back then overwrote the name and the time of the newer one.
create or replace function refresh_customers(phones text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customers (phone, name, last_order_at)
  select distinct on (customer_phone) customer_phone, customer_name, created_at
  from orders where discarded_at is null and anonymised_at is null and (phones is null or customer_phone = any(phones)) order by customer_phone
  on conflict (phone) do nothing;
  perform from customers where phones is null or phone = any(phones) order by phone for update;
  update customers c set name = theirs.name, email = theirs.email, last_order_at = theirs.last_order_at
  from (select customer_phone, (array_agg(customer_name order by created_at desc, id desc))[1] as name,
      (array_agg(customer_email order by created_at desc, id desc) filter (where customer_email is not null))[1] as email, max(created_at) as last_order_at
    from orders where discarded_at is null and anonymised_at is null and (phones is null or customer_phone = any(phones)) group by customer_phone) theirs
  where c.phone = theirs.customer_phone;
  delete from customers c where (phones is null or phone = any(phones))
    and not exists (select from orders o where o.customer_phone = c.phone and o.discarded_at is null and o.anonymised_at is null);
end $$;
