-- Orders: what buyers bought and were promised, every change of stock, the moves that an order may make, and its way to the buyer.

create domain order_status as text check (value in ('pending', 'awaiting_payment', 'payment_failed', 'buyer_not_paid', 'waiting_shipment', 'awaiting_shipment',
  'confirmed', 'shipped', 'delivered', 'cancelled', 'commission_earned'));
create domain stock_reason as text check (value in ('opening', 'hold', 'release', 'manual'));
create domain delivery_kind as text check (value in ('door', 'pickup', 'stage', 'collect'));
create domain delivery_fee as numeric(12, 2) check (value between 0 and 20000 and value = trunc(value));
create domain delivery_option_name as text check (length(value) between 1 and 80);
create domain delivery_zone_name as text check (length(value) between 1 and 60);
create domain delivery_place_name as text check (length(value) between 1 and 170);

create table orders (
  id uuid primary key default gen_random_uuid(),
  short_code text not null generated always as (left(id::text, 8)) stored,
  user_id uuid references profiles (id) on delete set null,
  -- Goods and delivery.
  total_amount payment_amount not null,
  customer_name person_name not null,
  customer_phone phone_number not null,
  -- How often the phone was corrected. Short links sent to a number before its correction open nothing any more (features/orders/short-links.ts).
  phone_changes non_negative_integer not null default 0,
  customer_email email_address,
  delivery_address street_address not null,

  -- What the order was promised, as at Place Order: a later change of a zone or option changes no order. Names of then: the option, its zone and the place.
  delivery_kind delivery_kind,
  delivery_option delivery_option_name,
  delivery_zone delivery_zone_name,
  delivery_place delivery_place_name,
  -- The id of the place, for the next order of the same buyer; without a reference, because an owner may delete a place of their own.
  delivery_place_id text,
  delivery_fee delivery_fee not null default 0,
  promised_from date,
  promised_to date,
  -- Which stage or courier office a parcel goes to.
  delivery_point delivery_option_name,
  -- The place that the address names, where the buyer has confirmed that the order goes to another one.
  address_place delivery_place_name,
  -- An order of a client that knows no delivery: it has no option, no days and no fee until the shop names an option, and does not leave the shop before.
  delivery_to_agree boolean not null default false,
  -- Who takes the parcel, where it is not the buyer.
  receiver_name person_name,
  receiver_phone phone_number,

  affiliate_id uuid references profiles (id) on delete set null,
  commission_amount numeric(12, 2) not null default 0,
  -- The rate it was placed with, or at which an admin named its affiliate: the owner sets what affiliates earn, from 0 to 30 % (features/settings/setting-fields.ts).
  commission_rate commission_rate not null default 0.1,
  -- The browser that placed it, by the visitor id of the referral cookie.
  visitor_id uuid,
  -- The number of the visit: how many visits of this visitor by this affiliate's link had ended before.
  visit non_negative_integer not null default 0,
  -- When its payment ended the visit. The first paid order of a visit earns a commission; the others earn nothing (domain/commission.ts, docs/decisions/0011).
  converted_at timestamptz,
  -- An admin may name an affiliate afterwards, once, and never themselves.
  affiliate_named_at timestamptz,
  affiliate_named_by uuid references profiles (id) on delete set null,

  status order_status not null default 'pending',
  checkout_request_id text unique,
  mpesa_receipt_number receipt_code unique,
  paid_at timestamptz,
  -- An admin recorded the payment as assumed ("payment assumed"): such an order has no attempt that proves it.
  payment_assumed boolean not null default false,
  hold_expires_at timestamptz not null,
  -- A time and not a status: buyers, counts and transitions know nothing of it. A cancelled order is unpacked.
  packed_at timestamptz,
  -- When it was found to come later than promised, once (features/orders/order-notices.ts): the owner sees it, and its buyer is told.
  late_at timestamptz,
  discarded_at timestamptz,
  cancel_reason text,
  -- The placeholder that is no phone number. A buyer who was removed from an order stays removed.
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),

  constraint orders_short_code unique (short_code),
  constraint orders_paid check (status not in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'commission_earned') or paid_at is not null),
  constraint orders_packed check (packed_at is null or (paid_at is not null and status <> 'cancelled')),
  constraint orders_discarded check (discarded_at is null or status in ('payment_failed', 'cancelled')),
  constraint orders_anonymised check (anonymised_at is null or
    (customer_name = 'Deleted account' and customer_phone = '254700000000' and delivery_address = 'Deleted' and customer_email is null)),
  constraint orders_delivery check (num_nulls(delivery_kind, delivery_option, delivery_zone, delivery_place, delivery_place_id, promised_from, promised_to) in (0, 7)),
  constraint orders_delivery_point check (delivery_point is null or coalesce(delivery_kind, '') = 'stage'),
  constraint orders_address_place check (address_place is null or delivery_place is not null),
  constraint orders_delivery_to_agree check (not delivery_to_agree or (delivery_kind is null and status not in ('shipped', 'delivered', 'commission_earned'))),
  constraint orders_fee check (delivery_fee <= total_amount and (delivery_fee = 0 or delivery_kind is not null)),
  constraint orders_promised check (promised_from <= promised_to),
  constraint orders_late check (late_at is null or (promised_to is not null and paid_at is not null)),
  constraint orders_receiver check ((receiver_name is null) = (receiver_phone is null)),
  constraint orders_receiver_forgotten check (anonymised_at is null or receiver_name is null),
  -- A commission is a share of the goods.
  constraint orders_commission check (commission_amount between 0 and (total_amount - delivery_fee) * commission_rate),
  -- A commission of nothing would wait for an approval that pays nobody.
  constraint orders_affiliate_rate check (affiliate_id is null or commission_rate > 0),
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
-- Orders that somebody receives for their buyer: few, and asked for when that person is to be forgotten.
create index orders_of_receiver on orders (receiver_phone) where receiver_phone is not null;
-- The panel's search: part of a name, of a number as an admin remembers it, of an e-mail or an address, and a sum. The primary key finds the short code and the
-- whole id, and their own index the receipts.
create index orders_by_name on orders using gin (customer_name gin_trgm_ops, customer_phone gin_trgm_ops);
create index orders_by_email on orders using gin (customer_email gin_trgm_ops) where customer_email is not null;
create index orders_by_address on orders using gin (delivery_address gin_trgm_ops);
create index orders_by_total on orders (total_amount, created_at desc, id desc);
-- For a filter of either: with few zones, the options of all of them are found by skipping from one to the next.
create index orders_by_delivery on orders (delivery_zone, delivery_option, created_at desc, id desc);
create index orders_holding on orders (hold_expires_at) where discarded_at is null and status in ('pending', 'awaiting_payment', 'payment_failed');
-- Orders paid since an admin last looked.
create index orders_paid_lately on orders (paid_at) where paid_at is not null;
-- The queues To pack and To send: few rows, however many orders there are.
create index orders_unshipped on orders (created_at desc, id desc) include (packed_at)
  where status in ('waiting_shipment', 'awaiting_shipment', 'confirmed');
-- What may become late, and what is late and waits: few rows too.
create index orders_promised on orders (promised_to)
  where late_at is null and promised_to is not null and status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped');
create index orders_late_open on orders (created_at desc, id desc)
  where late_at is not null and status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped');
-- Whether promises of delivery were kept (features/staff/get-delivery-figures.ts): this index and order_events_of_arrival are read alone, without their
-- tables, for the orders of a period.
create index orders_promises on orders (created_at) include (id, delivery_zone, delivery_option, delivery_kind, delivery_fee, paid_at, promised_to, status)
  where promised_to is not null and paid_at is not null and status <> 'cancelled' and discarded_at is null;
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
create index order_items_by_name on order_items using gin (name gin_trgm_ops);
-- To find what still shows a file: lines keep the picture as sold.
create index order_items_of_file on order_items (image_url) where image_url is not null;

-- Every change of stock is a row here; the trigger below changes the stock itself, so the two cannot disagree.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_size_id uuid not null references product_size (id) on delete cascade,
  delta integer not null check (delta <> 0),
  reason stock_reason not null,
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
  -- The rider who made the move; the name is read from there, and forgotten there.
  rider_day_id uuid references rider_days (id),
  note text,
  created_at timestamptz not null default now(),
  foreign key (from_status, to_status) references transitions (from_status, to_status)
);
create index order_events_of_order on order_events (order_id, id);
create index order_events_of_arrival on order_events (created_at) include (order_id, to_status) where to_status in ('shipped', 'delivered');

-- Who carries an order that was shipped, and the code by which it is handed over (domain/delivery-handover.ts, docs/decisions/0052).
create table deliveries (
  order_id uuid primary key,
  -- What the buyer tells the rider at the door. Only the buyer's page and SMS, and the check, read it.
  code text not null check (code ~ '^[0-9]{4}$'),
  courier text check (length(courier) between 1 and 40),
  parcel_number text check (length(parcel_number) between 1 and 40),
  rider_day_id uuid references rider_days (id),
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 5),
  on_the_way_at timestamptz,
  handed_over_at timestamptz,
  -- Why it could not be handed over: the order stays shipped.
  failed_at timestamptz,
  failed_reason text check (length(failed_reason) between 1 and 200),
  created_at timestamptz not null default now(),
  foreign key (order_id) references orders (id) on delete cascade,
  constraint deliveries_one_carrier check (courier is null or rider_day_id is null),
  constraint deliveries_parcel check (parcel_number is null or courier is not null),
  constraint deliveries_of_rider check (rider_day_id is not null or (num_nonnulls(on_the_way_at, handed_over_at, failed_at) = 0 and wrong_tries = 0)),
  constraint deliveries_failed check (failed_reason is null or failed_at is not null),
  constraint deliveries_one_outcome check (handed_over_at is null or failed_at is null),
  constraint deliveries_codes_spent check (handed_over_at is null or wrong_tries < 5)
);
create index deliveries_of_rider_day on deliveries (rider_day_id) where rider_day_id is not null;
-- The list of deliveries that no filter narrows, page by page (features/orders/riders/list-deliveries.ts).
create index deliveries_newest on deliveries (created_at desc, order_id desc);

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
  -- Guests share one owner of keys: only the visitor who sent a key reads what it made. A keyed hash of the browser, or of the network of a client without
  -- cookies; null for an account, which is the owner itself.
  visitor_hash text,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_of_order on idempotency_keys (order_id);

-- The first request of a client that makes the specification's three calls: the buyer, without lines (docs/product/decisions.md, "The specification's own
-- client runs"). A draft is not an order yet: it holds no pairs and no list shows it. It is valid for 30 minutes (domain/order-code.ts); the job "forget old"
-- deletes it afterwards.
create table order_drafts (
  id uuid primary key,
  -- Null for a guest: then only the network of this call may continue with it, which is kept as a keyed hash (null: this machine).
  user_id uuid references profiles (id) on delete cascade,
  network_hash text,
  -- The buyer's fields as features/orders/checkout/order-input.ts reads them; `total_amount` as the client calculated it.
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

-- Every process of the shop learns that the page of this order has changed, without a lock in the transaction of its money: by a row of `changes`. What the rider
-- does changes it too.
create function note_order_changed() returns trigger language plpgsql as $$
begin
  insert into changes (channel, payload) values ('order_changed', new.id::text);
  return null;
end $$;
create trigger orders_changed after update on orders for each row execute function note_order_changed();
create function note_delivery_changed() returns trigger language plpgsql as $$
begin
  insert into changes (channel, payload) values ('order_changed', new.order_id::text);
  return null;
end $$;
create trigger deliveries_changed after update on deliveries for each row execute function note_delivery_changed();

-- A page knows how many pairs a cart may hold. Each sale would change that, so pages learn of what a person counts, and checkout of the rest.
create function note_stock_counted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into changes (channel, payload) select 'shelf_changed', product_id::text from product_size where id = new.product_size_id;
  return null;
end $$;
create trigger stock_counted after insert on stock_movements for each row when (new.reason = 'manual') execute function note_stock_counted();

-- Stock moves and events only grow, and a version of a note is never changed.
revoke insert, update, delete on transitions from viatu_app;
revoke update, delete on stock_movements, order_events, order_notes from viatu_app;
