-- The whole of the shop's memory: spec §3, and the decisions' "schema beyond spec §3".
-- Every rule of the program is guarded here a second time. Forward only; never edited once it has run anywhere.

create extension if not exists pg_trgm;

-- People. Sign-in keeps its own tables beside this one.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  full_name text not null default '',
  phone text check (phone ~ '^254[17][0-9]{8}$'),
  address text,
  is_affiliate boolean not null default false,
  is_admin boolean not null default false,
  -- No look-alike letters: 0 O 1 I L are not in the alphabet.
  affiliate_code text unique check (affiliate_code ~ '^[2-9A-HJKMNP-Z]{4,16}$'),
  affiliate_paused_at timestamptz,
  created_at timestamptz not null default now()
);
create index profiles_affiliates on profiles (created_at, id) where is_affiliate;

-- The catalogue. `product.stock` and `product.image_url` of the specification are read from the view `shelf`: derived, never stored.
create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent_id uuid references categories (id),
  position integer not null default 0
);
create index categories_children on categories (parent_id);

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  description text not null default '',
  price numeric(12, 2) not null check (price >= 0),
  category_id uuid references categories (id),
  is_featured boolean not null default false,
  discount_percentage integer not null default 0 check (discount_percentage between 0 and 99),
  is_available boolean not null default true,
  style_code text,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  -- Whole shillings, half up: the same arithmetic as domain/pricing.ts, so that lists sort and filter by what people pay.
  unit_price numeric(12, 2) not null generated always as (round(price * (100 - discount_percentage) / 100)) stored
);
create index products_newest on products (created_at desc, id desc) where archived_at is null;
create index products_cheapest on products (unit_price, id) where archived_at is null;
create index products_discounts on products (discount_percentage desc, id desc) where archived_at is null;
create index products_of_category on products (category_id, created_at desc, id desc) where archived_at is null;
create index products_featured on products (created_at desc, id desc) where is_featured and archived_at is null;
create index products_of_style on products (style_code) where style_code is not null;
create index products_by_name on products using gin (name gin_trgm_ops);

create table product_size (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  label text not null check (length(label) between 1 and 20),
  -- Moved only by rows of stock_movements; the app's role may not write it.
  stock integer not null default 0 check (stock >= 0),
  position integer not null default 0,
  unique (product_id, label)
);
create index product_size_in_stock on product_size (label, product_id) where stock > 0;

create table product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  -- Pictures come from our own storage, or are addresses of the web.
  image_url text not null check (image_url ~ '^(/files/|https?://)'),
  alt_text text not null default '',
  display_order integer not null default 0 check (display_order >= 0),
  is_primary boolean not null default false,
  unique (product_id, display_order) deferrable initially immediate
);
create unique index product_images_one_primary on product_images (product_id) where is_primary;

-- Orders and their money.
create table orders (
  id uuid primary key default gen_random_uuid(),
  short_code text not null generated always as (left(id::text, 8)) stored,
  user_id uuid references profiles (id) on delete set null,
  total_amount numeric(12, 2) not null check (total_amount between 1 and 250000 and total_amount = trunc(total_amount)),
  customer_name text not null check (length(customer_name) between 1 and 200),
  customer_phone text not null check (customer_phone ~ '^254[17][0-9]{8}$'),
  customer_email text check (length(customer_email) <= 254),
  delivery_address text not null check (length(delivery_address) between 1 and 500),
  affiliate_id uuid references profiles (id) on delete set null,
  commission_amount numeric(12, 2) not null default 0 check (commission_amount between 0 and total_amount * 0.1),
  status text not null default 'pending',
  checkout_request_id text unique,
  mpesa_receipt_number text unique check (mpesa_receipt_number ~ '^[A-Z0-9]{6,20}$'),
  paid_at timestamptz,
  -- The admin took the payment as made ("payment assumed"): such an order has no attempt that proves it.
  payment_assumed boolean not null default false,
  hold_expires_at timestamptz not null,
  discarded_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null default now(),
  constraint orders_short_code unique (short_code),
  constraint orders_status check (status in ('pending', 'awaiting_payment', 'payment_failed', 'buyer_not_paid', 'waiting_shipment',
    'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'cancelled', 'commission_earned')),
  constraint orders_paid check (status not in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'commission_earned') or paid_at is not null),
  constraint orders_discarded check (discarded_at is null or status in ('payment_failed', 'cancelled'))
);
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_of_affiliate on orders (affiliate_id, created_at desc, id desc) where affiliate_id is not null;
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_of_phone on orders (customer_phone, created_at desc);
create index orders_holding on orders (hold_expires_at) where discarded_at is null and status in ('pending', 'awaiting_payment', 'payment_failed');

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  product_id uuid not null references products (id),
  product_size_id uuid not null references product_size (id),
  quantity integer not null check (quantity >= 1),
  -- As sold: whole shillings after discount, and what the pair was called and looked like.
  price numeric(12, 2) not null check (price >= 0 and price = trunc(price)),
  name text not null,
  size text not null,
  image_url text,
  unique (order_id, product_size_id)
);
create index order_items_of_product on order_items (product_id);

-- Every change of stock is a row here; the trigger below moves the shelf, so the two cannot disagree.
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

create function move_stock() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update product_size set stock = stock + new.delta where id = new.product_size_id;
  return null;
end $$;
create trigger stock_movements_move after insert on stock_movements for each row execute function move_stock();

-- Every prompt, written before M-Pesa is called.
create table payment_attempts (
  id uuid primary key default gen_random_uuid(),
  -- A wiped order leaves its money facts behind: a late payment still reaches the refund list.
  order_id uuid references orders (id) on delete set null,
  source text not null default 'prompt' check (source in ('prompt', 'recorded')),
  phone text not null check (phone ~ '^254[17][0-9]{8}$'),
  amount numeric(12, 2) not null check (amount between 1 and 250000 and amount = trunc(amount)),
  state text not null default 'created' check (state in ('created', 'accepted', 'paid', 'failed', 'unknown')),
  -- Set just before M-Pesa is called: past it, silence means "unknown", never "not sent".
  prompted_at timestamptz,
  merchant_request_id text,
  checkout_request_id text unique,
  result_code text,
  result_desc text,
  receipt text unique check (receipt ~ '^[A-Z0-9]{6,20}$'),
  recorded_by uuid,
  settled_at timestamptz,
  -- When a job looks at this attempt again: the row is the job.
  next_check_at timestamptz,
  checks integer not null default 0,
  needs_review_at timestamptz,
  review_reason text,
  created_at timestamptz not null default now(),
  check ((state in ('paid', 'failed')) = (settled_at is not null))
);
create unique index payment_attempts_one_open on payment_attempts (order_id) where state in ('created', 'accepted');
create index payment_attempts_of_order on payment_attempts (order_id, created_at);
create index payment_attempts_of_phone on payment_attempts (phone, created_at);
create index payment_attempts_due on payment_attempts (next_check_at) where next_check_at is not null;
create index payment_attempts_review on payment_attempts (needs_review_at) where needs_review_at is not null;

-- Raw bodies, stored before they are answered.
create table callbacks (
  id bigint generated always as identity primary key,
  attempt_id uuid references payment_attempts (id) on delete set null,
  body text not null check (octet_length(body) <= 16384),
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text
);
create index callbacks_waiting on callbacks (received_at) where processed_at is null;
create index callbacks_of_attempt on callbacks (attempt_id);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references orders (id) on delete set null,
  attempt_id uuid not null references payment_attempts (id),
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null check (reason in ('late_payment', 'double_payment', 'cancelled')),
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  receipt text unique,
  note text,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid,
  unique (attempt_id)
);
create index refunds_due on refunds (created_at, id) where state = 'due';

-- The moves of domain/order.ts; a test holds the two against each other.
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

-- One Place Order makes one order, however often it is pressed.
create table idempotency_keys (
  owner text not null,
  key text not null check (length(key) between 16 and 200),
  body_hash text not null,
  order_id uuid references orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Affiliates.
create table affiliate_commissions (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id),
  order_id uuid not null references orders (id) on delete cascade,
  commission_amount numeric(12, 2) not null check (commission_amount >= 0),
  base_amount numeric(12, 2) not null check (base_amount >= 0),
  rate numeric(5, 4) not null default 0.1 check (rate between 0 and 0.1),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'paid')),
  reason text,
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  approved_by uuid references profiles (id) on delete set null,
  rejected_at timestamptz,
  rejected_by uuid references profiles (id) on delete set null,
  paid_out boolean not null default false,
  check (commission_amount = round(base_amount * rate, 2)),
  check (paid_out = (status = 'paid'))
);
create unique index affiliate_commissions_one_live on affiliate_commissions (order_id) where status <> 'rejected';
create index affiliate_commissions_of_affiliate on affiliate_commissions (affiliate_id, created_at desc, id desc);
create index affiliate_commissions_by_status on affiliate_commissions (status, created_at desc, id desc);

create table affiliate_payouts (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id),
  amount numeric(12, 2) not null check (amount > 0 and amount = trunc(amount)),
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'rejected', 'failed')),
  requested_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid references profiles (id) on delete set null,
  payout_method text not null default 'mpesa' check (payout_method = 'mpesa'),
  mpesa_phone_number text check (mpesa_phone_number ~ '^254[17][0-9]{8}$'),
  mpesa_full_name text,
  originator_id text unique,
  receipt text unique,
  failure_reason text,
  check (status in ('pending', 'processing') or processed_at is not null)
);
create unique index affiliate_payouts_one_open on affiliate_payouts (affiliate_id) where status in ('pending', 'processing');
create index affiliate_payouts_of_affiliate on affiliate_payouts (affiliate_id, requested_at desc, id desc);
create index affiliate_payouts_by_status on affiliate_payouts (status, requested_at desc, id desc);

create table commission_deductions (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id),
  commission_id uuid not null references affiliate_commissions (id) on delete cascade,
  payout_id uuid references affiliate_payouts (id) on delete cascade,
  kind text not null check (kind in ('payout', 'clawback')),
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null default now(),
  check ((kind = 'payout') = (payout_id is not null))
);
create unique index commission_deductions_one_clawback on commission_deductions (commission_id) where kind = 'clawback';
create unique index commission_deductions_once on commission_deductions (commission_id, payout_id) where kind = 'payout';
create index commission_deductions_of_payout on commission_deductions (payout_id);
create index commission_deductions_of_affiliate on commission_deductions (affiliate_id);

create table affiliate_clicks (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id) on delete cascade,
  clicked_at timestamptz not null default now(),
  referrer_url text,
  user_agent text,
  session_id text,
  visitor_id text not null,
  product_id uuid references products (id) on delete set null,
  -- The day in Nairobi: a click counts once per visitor, product and day.
  day date not null default (now() at time zone 'Africa/Nairobi')::date,
  converted boolean not null default false,
  order_id uuid references orders (id) on delete set null
);
create unique index affiliate_clicks_once on affiliate_clicks (affiliate_id, visitor_id, coalesce(product_id, '00000000-0000-0000-0000-000000000000'), day);
create index affiliate_clicks_newest on affiliate_clicks (affiliate_id, clicked_at desc, id desc);
create index affiliate_clicks_of_visitor on affiliate_clicks (visitor_id) where not converted;

-- Promotions and ads.
create table promotional_content (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title <> ''),
  description text,
  content_type text not null check (content_type in ('video', 'image', 'text')),
  content_url text check (content_url ~ '^(/files/|https?://)'),
  is_active boolean not null default true,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index promotional_content_active on promotional_content (created_at desc, id desc) where is_active;

create table ads (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title <> ''),
  description text,
  target_url text not null check (target_url ~ '^https?://'),
  promotional_content_id uuid references promotional_content (id) on delete set null,
  image_url text check (image_url ~ '^(/files/|https?://)'),
  is_active boolean not null default true,
  is_sponsored boolean not null default false,
  click_count integer not null default 0 check (click_count >= 0),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index ads_active on ads (created_at desc, id desc) where is_active;

-- Who did what to which row. The app's role may add to it and read it, nothing else.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  table_name text not null,
  row_id text,
  before jsonb,
  after jsonb
);
create index audit_log_of_row on audit_log (table_name, row_id, id);
create index audit_log_newest on audit_log (at desc, id desc);

-- M-Pesa's access token: a new one makes the old one invalid, so all processes share this one.
create table mpesa_token (
  singleton boolean primary key default true check (singleton),
  value text not null,
  expires_at timestamptz not null
);

-- A product as shelves show it: sizes in order, their sum, and the primary picture.
create view shelf as
select p.id, p.name, p.description, p.price, p.unit_price, p.discount_percentage, p.category_id, p.is_featured, p.is_available, p.style_code,
  p.archived_at, p.created_at, s.stock, s.sizes, i.image_url
from products p
cross join lateral (
  select coalesce(sum(z.stock), 0)::integer as stock,
    coalesce(jsonb_agg(jsonb_build_object('label', z.label, 'stock', z.stock) order by z.position, z.label), '[]') as sizes
  from product_size z where z.product_id = p.id
) s
left join product_images i on i.product_id = p.id and i.is_primary;

-- News for the other processes: a page kept in memory is stale, an order's page has something to show.
create function tell_shelf_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed;
  return null;
end $$;
create trigger products_changed after insert or update or delete on products for each statement execute function tell_shelf_changed();
create trigger product_images_changed after insert or update or delete on product_images for each statement execute function tell_shelf_changed();
create trigger categories_changed after insert or update or delete on categories for each statement execute function tell_shelf_changed();
create trigger sizes_changed after insert or delete on product_size for each statement execute function tell_shelf_changed();
-- A sale changes what a page shows only when a size sells out or comes back.
create trigger size_sold_out_or_back after update of stock on product_size for each row
  when ((old.stock = 0) <> (new.stock = 0)) execute function tell_shelf_changed();

create function tell_order_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('order_changed', new.id::text);
  return null;
end $$;
create trigger orders_changed after update on orders for each row execute function tell_order_changed();
create function tell_attempt_changed() returns trigger language plpgsql as $$
begin
  if new.order_id is not null then perform pg_notify('order_changed', new.order_id::text); end if;
  return null;
end $$;
create trigger attempts_changed after update of state, receipt on payment_attempts for each row execute function tell_attempt_changed();

-- The app's role owns nothing, cannot alter or truncate, moves stock only through movements, and cannot rewrite history.
do $$ begin
  if not exists (select from pg_roles where rolname = 'viatu_app') then create role viatu_app nologin; end if;
end $$;
grant usage on schema public to viatu_app;
grant select, insert, update, delete on all tables in schema public to viatu_app;
revoke all on schema_migrations from viatu_app;
revoke insert, update, delete on transitions, shelf from viatu_app;
revoke update, delete on audit_log, stock_movements, order_events from viatu_app;
revoke update on product_size from viatu_app;
grant update (label, position) on product_size to viatu_app;
revoke insert on product_size from viatu_app;
grant insert (id, product_id, label, position) on product_size to viatu_app;
