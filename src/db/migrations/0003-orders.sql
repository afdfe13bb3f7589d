-- Orders: what buyers bought, every change of stock, and the moves that an order may make.

create table orders (
  id uuid primary key default gen_random_uuid(),
  short_code text not null generated always as (left(id::text, 8)) stored,
  user_id uuid references profiles (id) on delete set null,
  total_amount numeric(12, 2) not null check (total_amount between 1 and 250000 and total_amount = trunc(total_amount)),
  customer_name text not null check (length(customer_name) between 1 and 200),
  customer_phone text not null check (customer_phone ~ '^254[17][0-9]{8}$'),
  -- How often the phone was corrected. Short links sent to a number before its correction open nothing any more (features/orders/open-short-link.ts).
  phone_changes integer not null default 0 check (phone_changes >= 0),
  customer_email text check (length(customer_email) <= 254),
  delivery_address text not null check (length(delivery_address) between 1 and 500),
  affiliate_id uuid references profiles (id) on delete set null,
  commission_amount numeric(12, 2) not null default 0 check (commission_amount between 0 and total_amount * 0.1),
  -- The browser that placed it, by the visitor id of the referral cookie.
  visitor_id uuid,
  -- The number of the visit: how many visits of this visitor by this affiliate's link had ended before.
  visit integer not null default 0 check (visit >= 0),
  -- When its payment ended the visit. The first paid order of a visit earns a commission; the others earn nothing (domain/commission.ts, docs/decisions/0011).
  converted_at timestamptz,
  -- An admin may name an affiliate afterwards, once, and never themselves.
  affiliate_named_at timestamptz,
  affiliate_named_by uuid references profiles (id) on delete set null,
  status text not null default 'pending',
  checkout_request_id text unique,
  mpesa_receipt_number text unique check (mpesa_receipt_number ~ '^[A-Z0-9]{6,20}$'),
  paid_at timestamptz,
  -- An admin recorded the payment as assumed ("payment assumed"): such an order has no attempt that proves it.
  payment_assumed boolean not null default false,
  hold_expires_at timestamptz not null,
  discarded_at timestamptz,
  cancel_reason text,
  -- The placeholder that is no phone number. A buyer who was removed from an order stays removed.
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  constraint orders_short_code unique (short_code),
  constraint orders_status check (status in ('pending', 'awaiting_payment', 'payment_failed', 'buyer_not_paid', 'waiting_shipment',
    'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'cancelled', 'commission_earned')),
  constraint orders_paid check (status not in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'commission_earned') or paid_at is not null),
  constraint orders_discarded check (discarded_at is null or status in ('payment_failed', 'cancelled')),
  constraint orders_anonymised check (anonymised_at is null or
    ((customer_name, customer_phone, delivery_address) = ('Deleted account', '254700000000', 'Deleted') and customer_email is null)),
  constraint orders_converted check (converted_at is null or (paid_at is not null and affiliate_named_at is null)),
  constraint orders_affiliate_named check (affiliate_named_at <= created_at + interval '30 days' and affiliate_named_by <> affiliate_id)
);
-- Common names and rare ones need different plans: the planner has to know which is which.
alter table orders alter column customer_name set statistics 1000;
create index orders_newest on orders (created_at desc, id desc);
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_of_affiliate on orders (affiliate_id, created_at desc, id desc) where affiliate_id is not null;
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_of_phone on orders (customer_phone, created_at desc);
-- Part of a name, or of a number as an admin remembers it; the primary key finds the short code and the whole id, and their own index the receipts.
create index orders_by_name on orders using gin (customer_name gin_trgm_ops, customer_phone gin_trgm_ops);
create index orders_holding on orders (hold_expires_at) where discarded_at is null and status in ('pending', 'awaiting_payment', 'payment_failed');
-- Orders paid since an admin last looked.
create index orders_paid_lately on orders (paid_at) where paid_at is not null;
create index orders_nameless on orders (id) where anonymised_at is not null;
-- Of two orders of one visit that are paid at the same instant, one earns.
create unique index orders_one_converts on orders (affiliate_id, visitor_id, visit) where converted_at is not null;
-- Orders that wait for a commission are in this index and not in affiliate_commissions_that_count: both are read in the order of their ids, without reading the
-- rows.
create index orders_with_commission_due on orders (id) include (created_at) where affiliate_id is not null and paid_at is not null and status <> 'cancelled';

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id),
  product_size_id uuid not null references product_size (id),
  quantity integer not null check (quantity >= 1),
  -- As sold: whole shillings after discount, and the name and picture of the product at that time.
  price numeric(12, 2) not null check (price >= 0 and price = trunc(price)),
  name text not null,
  size text not null,
  image_url text,
  unique (order_id, product_size_id)
);
create index order_items_of_product on order_items (product_id);

-- Every change of stock is a row here; the trigger below changes the stock itself, so the two cannot disagree.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_size_id uuid not null references product_size (id) on delete cascade,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('opening', 'hold', 'release', 'manual')),
  order_id uuid references orders (id) on delete set null,
  actor_id uuid,
  note text,
  created_at timestamptz not null default now()
);
create index stock_movements_of_size on stock_movements (product_size_id);
create index stock_movements_of_order on stock_movements (order_id);

-- The moves of domain/order.ts; a test compares the two.
create table transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into transitions (from_status, to_status) values
  ('pending', 'confirmed'),
  ('waiting_shipment', 'shipped'), ('awaiting_shipment', 'shipped'),
  ('shipped', 'delivered'), ('confirmed', 'delivered'),
  ('pending', 'cancelled'), ('awaiting_payment', 'cancelled'), ('payment_failed', 'cancelled'), ('buyer_not_paid', 'cancelled'),
  ('waiting_shipment', 'cancelled'), ('awaiting_shipment', 'cancelled'), ('confirmed', 'cancelled'), ('shipped', 'cancelled'),
  ('delivered', 'cancelled'), ('commission_earned', 'cancelled'),
  ('pending', 'awaiting_payment'), ('payment_failed', 'awaiting_payment'), ('awaiting_payment', 'awaiting_payment'),
  ('pending', 'payment_failed'), ('awaiting_payment', 'payment_failed'),
  ('pending', 'buyer_not_paid'), ('awaiting_payment', 'buyer_not_paid'), ('payment_failed', 'buyer_not_paid'),
  ('pending', 'waiting_shipment'), ('awaiting_payment', 'waiting_shipment'), ('payment_failed', 'waiting_shipment'),
  ('buyer_not_paid', 'waiting_shipment'), ('cancelled', 'waiting_shipment');

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  -- Null on the first event of an order.
  from_status text,
  to_status text not null,
  actor_id uuid,
  note text,
  created_at timestamptz not null default now(),
  foreign key (from_status, to_status) references transitions (from_status, to_status)
);
create index order_events_of_order on order_events (order_id, id);

-- Admins' notes about an order, for each other. Each row is a version, and the last one counts; no admin changes a version of another admin.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  note text not null check (length(note) <= 2000),
  -- The version that its author had read: only one note can replace the same version.
  replaces bigint,
  author_id uuid,
  created_at timestamptz not null default now()
);
create unique index order_notes_of_order on order_notes (order_id, coalesce(replaces, 0));

-- One Place Order makes one order, however often the buyer presses it. A key is written with its order, and deleted with it.
create table idempotency_keys (
  owner text not null,
  key text not null check (length(key) between 16 and 200),
  body_hash text not null,
  order_id uuid not null references orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_of_order on idempotency_keys (order_id);

-- The first request of a client that makes the specification's three calls: the buyer, without lines (docs/product/decisions.md, "The specification's own
-- client runs"). A draft is not an order yet: it holds no pairs and no list shows it. It is valid for 30 minutes (domain/placed-order.ts); the job "forget old"
-- deletes it afterwards.
create table order_drafts (
  id uuid primary key,
  -- Null for a guest: then only the network of this call may continue with it, which is kept as a keyed hash (null: this machine).
  user_id uuid references profiles (id) on delete cascade,
  network_hash text,
  -- The buyer's fields as features/checkout/order-input.ts reads them; `total_amount` as the client calculated it.
  input jsonb not null check (jsonb_typeof(input) = 'object'),
  -- One Idempotency-Key of an owner makes one draft.
  owner text not null,
  idempotency_key text check (length(idempotency_key) between 16 and 200),
  body_hash text not null,
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  constraint order_drafts_key unique (owner, idempotency_key)
);
create index order_drafts_age on order_drafts (created_at);
create index order_drafts_of_user on order_drafts (user_id) where user_id is not null;

-- The cart of a buyer who signed out, until they are back: their browser forgets it, because phones go from hand to hand.
create table carts (
  user_id uuid primary key references profiles (id),
  lines jsonb not null constraint carts_lines check (case jsonb_typeof(lines) when 'array' then jsonb_array_length(lines) between 1 and 100 else false end),
  saved_at timestamptz not null default now()
);
create index carts_age on carts (saved_at);

create function move_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update product_size set stock = stock + new.delta where id = new.product_size_id;
  return null;
end $$;
create trigger stock_movements_move after insert on stock_movements for each row execute function move_stock();

create trigger orders_stay_paid before update on orders for each row
  when (old.paid_at is not null and new.paid_at is null) execute function refuse_changing_paid();
-- Once set, the affiliate of an order never changes; only deleting the affiliate's row clears it.
create trigger orders_affiliate_stays before update of affiliate_id on orders for each row
  when (old.affiliate_id is not null and new.affiliate_id is not null and new.affiliate_id <> old.affiliate_id) execute function refuse_changing_paid();

-- Texts about a buyer are deleted with the buyer: the reason of a cancellation, notes on the order, notes on its refunds.
create function forget_notes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_notes where order_id = new.id;
  update order_events set note = null where order_id = new.id and actor_id is not null and note is not null;
  update refunds set note = null where order_id = new.id and note is not null;
  return null;
end $$;
create trigger orders_forget_notes after update of anonymised_at on orders for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function forget_notes();

-- Tells every process of the shop that the page of this order has changed (db/listen.ts).
create function notify_order_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', new.id::text);
  return null;
end $$;
create trigger orders_changed after update on orders for each row execute function notify_order_changed();

-- Another order of the same visit was paid first. An order whose affiliate an admin named has no visit.
create function visit_ended_by_another(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o join orders w on w.affiliate_id = o.affiliate_id and w.visitor_id = o.visitor_id and w.visit = o.visit
    where o.id = $1 and o.converted_at is null and o.affiliate_named_at is null and w.converted_at is not null)
$$;

-- Stock moves and events only grow, and a version of a note is never changed.
revoke insert, update, delete on transitions from viatu_app;
revoke update, delete on stock_movements, order_events, order_notes from viatu_app;
