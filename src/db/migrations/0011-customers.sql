-- Customers: everybody who ordered with one phone, with an account or as a guest (docs/decisions/0059). A row says who it is and when they last ordered, so that
-- lists and searches of many orders read as many rows as they show; what somebody bought is summed up from their own orders when they are shown.
create table customers (
  -- Addresses carry it, and no phone number.
  id uuid primary key default gen_random_uuid(),
  phone phone_number not null unique,
  -- As on the last order; the last e-mail that was left.
  name person_name not null,
  email email_address,
  last_order_at timestamptz not null,
  -- What the shop's people write about the customer for each other.
  note text not null default '' check (length(note) <= 2000)
);
create index customers_newest on customers (last_order_at desc, id desc);
create index customers_by_words on customers using gin (name gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops);

-- Brings the customers of these phones in line with their orders; null for all. Their rows are locked in the order of phones, and orders are read after that: one
-- that is placed at the same moment is waited for and counted. A row that is not there cannot be locked: it is made before it is locked, so that an order of the
-- same phone, which is placed at that moment and makes the row too, is waited for. It is made once more after the lock, because the transaction that was waited
-- for may have deleted it.
create function refresh_customers(phones text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Of orders of one phone that are placed at the same moment the list of customers keeps what each of them says, whichever is written last: the name of the newest,
-- and the e-mail of the newest that has one, as refresh_customers does.
create function note_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger orders_note_customer after insert on orders referencing new table as added for each statement execute function note_customer();

-- A number that was corrected, an order that was taken back or came back, a buyer who was removed.
create function note_changed_customer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The phone of all anonymised orders is nobody's.
  perform refresh_customers(case when new.anonymised_at is null then array[old.customer_phone, new.customer_phone] else array[old.customer_phone] end);
  return null;
end $$;
create trigger orders_customer_changed after update of customer_phone, customer_name, customer_email, created_at, anonymised_at on orders for each row
  when ((old.customer_phone, old.customer_name, old.customer_email, old.created_at, old.anonymised_at is null)
    is distinct from (new.customer_phone, new.customer_name, new.customer_email, new.created_at, new.anonymised_at is null))
  execute function note_changed_customer();
create trigger orders_customer_gone_or_back after update of discarded_at on orders for each row
  when ((old.discarded_at is null) <> (new.discarded_at is null)) execute function note_changed_customer();

create function forget_customers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_customers(array(select distinct customer_phone from removed));
  return null;
end $$;
create trigger orders_customers_gone after delete on orders referencing old table as removed for each statement execute function forget_customers();

-- Texts about a buyer are deleted with the buyer: the reason of a cancellation, notes on the order, notes on its refunds.
create function forget_notes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_notes where order_id = new.id;
  update order_events set note = null where order_id = new.id and actor_id is not null and note is not null;
  update refunds set note = null where order_id = new.id and note is not null;
  -- The number leads to the buyer at the courier, and a reason in the rider's words may name them.
  update deliveries set parcel_number = null, failed_reason = null where order_id = new.id and num_nonnulls(parcel_number, failed_reason) > 0;
  return null;
end $$;
create trigger orders_forget_notes after update of anonymised_at on orders for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function forget_notes();

-- Only the triggers write who a customer is.
revoke insert, update, delete on customers from viatu_app;
grant update (note) on customers to viatu_app;
revoke execute on function refresh_customers(text[]) from public;
