-- What deleting an account takes along: which orders were made nameless, and whose letters there are.

-- The mark that nobody's phone can be mistaken for. Whoever was taken out of an order stays out of it.
alter table orders add column anonymised_at timestamptz;
update orders o set anonymised_at = now() from profiles p
where p.id = o.user_id and p.deleted_at is not null
  and (o.customer_name, o.customer_phone, o.delivery_address) = ('Deleted account', '254700000000', 'Deleted') and o.customer_email is null;
alter table orders add constraint orders_anonymised check (anonymised_at is null or
  ((customer_name, customer_phone, delivery_address) = ('Deleted account', '254700000000', 'Deleted') and customer_email is null));
create index orders_nameless on orders (id) where anonymised_at is not null;

-- Whose letter it is, whatever address it went to: a former one, or one that was never confirmed. Null once there is no account.
alter table mails add column user_id uuid references profiles (id);
update mails m set user_id = u.id from auth.users u where u.email = m.to_address;
create index mails_of_user on mails (user_id) where user_id is not null;

-- The cart of somebody who signed out, until they are back: their browser forgets it, because phones go from hand to hand.
create table carts (
  user_id uuid primary key references profiles (id),
  lines jsonb not null constraint carts_lines check (case jsonb_typeof(lines) when 'array' then jsonb_array_length(lines) between 1 and 100 else false end),
  kept_at timestamptz not null default now()
);
create index carts_age on carts (kept_at);
grant select, insert, update, delete on carts to viatu_app;
