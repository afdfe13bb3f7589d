-- Of orders of one phone that come at the same moment the list of customers keeps what each of them says, whichever is written last: the name of the newest, and the
-- e-mail of the newest that has one, as refresh_customers does. Until now an order that was written last and is not the newest was left out, with its e-mail.
create or replace function note_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customers as c (phone, name, email, last_order_at)
  select customer_phone, (array_agg(customer_name order by created_at desc, id desc))[1],
    (array_agg(customer_email order by created_at desc, id desc) filter (where customer_email is not null))[1], max(created_at)
  from added where discarded_at is null and anonymised_at is null group by customer_phone order by customer_phone
  on conflict (phone) do update set last_order_at = greatest(c.last_order_at, excluded.last_order_at),
    name = case when excluded.last_order_at >= c.last_order_at then excluded.name else c.name end,
    email = case when excluded.last_order_at >= c.last_order_at then coalesce(excluded.email, c.email) else coalesce(c.email, excluded.email) end;
  return null;
end $$;
