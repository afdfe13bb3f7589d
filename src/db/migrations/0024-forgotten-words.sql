-- What people wrote about a buyer goes with the buyer: why an order was cancelled, what was noted on its way, whom a refund was spoken about with.

create or replace function forget_notes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_notes where order_id = new.id;
  update order_events set note = null where order_id = new.id and actor_id is not null and note is not null;
  update refunds set note = null where order_id = new.id and note is not null;
  return null;
end $$;

update order_events e set note = null from orders o where o.id = e.order_id and o.anonymised_at is not null and e.actor_id is not null and e.note is not null;
update refunds r set note = null from orders o where o.id = r.order_id and o.anonymised_at is not null and r.note is not null;
update orders set cancel_reason = null where anonymised_at is not null and cancel_reason is not null;
