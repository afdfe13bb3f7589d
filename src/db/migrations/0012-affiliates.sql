-- Affiliates: clicks on their links, the facts that identify an affiliate's own purchase, and the commission of each order (domain/commission.ts,
-- docs/decisions/0011).

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
create index affiliate_clicks_of_order on affiliate_clicks (order_id) where order_id is not null;
-- By age, for deleting old ones.
create index affiliate_clicks_age on affiliate_clicks (clicked_at);

-- Every phone number that an affiliate ever had: the profile's since they joined, and those of their payouts. Only triggers write here.
create table affiliate_phones (
  affiliate_id uuid not null references profiles (id) on delete cascade,
  phone phone_number not null,
  -- The instant of writing, not of the transaction: a transaction that waited for a lock counts as later.
  known_at timestamptz not null default clock_timestamp(),
  primary key (affiliate_id, phone)
);

-- The browsers in which an affiliate was signed in: the visitor id of the referral cookie.
create table affiliate_visitors (
  affiliate_id uuid not null references profiles (id) on delete cascade,
  visitor_id uuid not null,
  last_seen_at timestamptz not null default now(),
  -- Since when the browser is known as the affiliate's: a later order was placed in the affiliate's own browser.
  known_at timestamptz not null default now(),
  primary key (affiliate_id, visitor_id)
);
create index affiliate_visitors_age on affiliate_visitors (last_seen_at);

-- An order has one commission in all cases: a rejected one is reopened, not written a second time.
create table affiliate_commissions (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references profiles (id),
  order_id uuid not null references orders (id) on delete cascade,
  commission_amount numeric(12, 2) not null check (commission_amount >= 0),
  base_amount numeric(12, 2) not null check (base_amount >= 0),
  rate commission_rate not null default 0.1,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'paid')),
  reason text,
  -- Bought through the affiliate's own link: a commission rejected for that stays rejected.
  is_own boolean not null default false,
  created_at timestamptz not null default now(),
  approved_at timestamptz,
  approved_by uuid references profiles (id) on delete set null,
  rejected_at timestamptz,
  -- A rejection without an admin was made by the shop itself, which may take it back.
  rejected_by uuid references profiles (id) on delete set null,
  paid_out boolean not null default false,
  check (commission_amount = round(base_amount * rate, 2)),
  check (paid_out = (status = 'paid')),
  constraint affiliate_commissions_approved check (status not in ('approved', 'paid') or approved_at is not null),
  constraint affiliate_commissions_rejected check ((status = 'rejected') = (rejected_at is not null) and (status = 'rejected') = (reason is not null)),
  constraint affiliate_commissions_rejected_by check (rejected_by is null or status = 'rejected'),
  constraint affiliate_commissions_own check (not is_own or status = 'rejected')
);
create unique index affiliate_commissions_one_per_order on affiliate_commissions (order_id);
create index affiliate_commissions_newest on affiliate_commissions (created_at desc, id desc);
create index affiliate_commissions_of_affiliate on affiliate_commissions (affiliate_id, created_at desc, id desc);
create index affiliate_commissions_by_status on affiliate_commissions (status, created_at desc, id desc);
create index affiliate_commissions_that_count on affiliate_commissions (order_id) where status <> 'rejected' or is_own;

create function remember_phone_of_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into affiliate_phones (affiliate_id, phone) values (new.id, new.phone) on conflict do nothing;
  return null;
end $$;
create trigger profiles_remember_phone after insert or update of phone, is_affiliate on profiles for each row
  when (new.is_affiliate and new.phone is not null) execute function remember_phone_of_profile();

create function forget_affiliate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from affiliate_phones where affiliate_id = new.id;
  delete from affiliate_visitors where affiliate_id = new.id;
  return null;
end $$;
create trigger profiles_forgotten after update of deleted_at on profiles for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function forget_affiliate();

-- Once set, the affiliate of an order never changes; only deleting the affiliate's row clears it.
create trigger orders_affiliate_stays before update of affiliate_id on orders for each row
  when (old.affiliate_id is not null and new.affiliate_id is not null and new.affiliate_id <> old.affiliate_id) execute function refuse_changing_paid();

-- Another order of the same visit was paid first. An order whose affiliate an admin named has no visit.
create function visit_ended_by_another(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o join orders w on w.affiliate_id = o.affiliate_id and w.visitor_id = o.visitor_id and w.visit = o.visit
    where o.id = $1 and o.converted_at is null and o.affiliate_named_at is null and w.converted_at is not null)
$$;

-- The mailbox of an e-mail address: `me+shoes@` is `me@` (domain/commission.ts).
create function mailbox_of(email text) returns text language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com' else untagged || '@' || domain end
  from (select split_part(lower(email), '@', 1) as name, split_part(lower(email), '@', 2) as domain) a
  cross join lateral (select coalesce(nullif(split_part(name, '+', 1), ''), name) as untagged) b
$$;

-- Whether the affiliate placed, paid or receives the order, as far as account, mailbox, browser and numbers show; false for an order that has no affiliate, or
-- does not exist.
create function is_own_purchase(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o where o.id = $1 and (o.user_id = o.affiliate_id
    or exists (select from auth.users u where u.id = o.affiliate_id and mailbox_of(u.email) = mailbox_of(o.customer_email))
    or exists (select from affiliate_visitors v where v.affiliate_id = o.affiliate_id and v.visitor_id = o.visitor_id and v.known_at <= o.created_at)
    or exists (select from affiliate_phones n where n.affiliate_id = o.affiliate_id and (n.phone in (o.customer_phone, o.receiver_phone)
      or exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid' and a.phone = n.phone)))))
$$;

-- The only function that writes a commission: while its order is placed (features/orders/checkout/write-order.ts), and whenever an order without one is settled
-- (features/affiliates/sync-commission.ts). It reads the present order, at the rate that the order keeps. An order without an affiliate gets none. Volatile,
-- because the calling statement itself may have written the order: only then does the function see it.
create function create_commission(of_order uuid, own_reason text, at timestamptz,
  -- The account that the buyer's browser is known by, if any: no order remembers it.
  device_account uuid default null) returns void language sql volatile set search_path = public, pg_temp as $$
  insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, rate, is_own, status, rejected_at, reason, created_at)
  select o.affiliate_id, o.id, o.commission_amount, o.total_amount - o.delivery_fee, o.commission_rate, own.is, case when own.is then 'rejected' else 'pending' end,
    case when own.is then at end, case when own.is then own_reason end, at
  from orders o cross join lateral (select o.affiliate_id is not distinct from device_account or is_own_purchase(o.id) as is) own
  where o.id = of_order and o.affiliate_id is not null
$$;

-- A commission is what its own order says: affiliate, goods, rate and amount. Checked after the row, because one statement writes an order and its commission.
create function check_commission_of_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from orders o where o.id = new.order_id and o.affiliate_id = new.affiliate_id
      and (o.total_amount - o.delivery_fee, o.commission_rate, o.commission_amount) = (new.base_amount, new.rate, new.commission_amount)
  ) then
    raise exception 'not the commission of this order' using errcode = 'check_violation', constraint = 'affiliate_commissions_of_order';
  end if;
  return null;
end $$;
create trigger affiliate_commissions_of_order after insert on affiliate_commissions for each row execute function check_commission_of_order();

-- A paid commission stays paid, no amount changes afterwards, and an own purchase stays one.
create trigger affiliate_commissions_stay before update on affiliate_commissions for each row
  when (old.status = 'paid' and new.status <> 'paid'
    or (new.affiliate_id is distinct from old.affiliate_id or new.order_id is distinct from old.order_id or new.commission_amount is distinct from old.commission_amount
      or new.base_amount is distinct from old.base_amount or new.rate is distinct from old.rate))
  execute function refuse_changing_paid();
create trigger affiliate_commissions_stay_own before update on affiliate_commissions for each row
  when (old.is_own and not new.is_own) execute function refuse_changing_paid();

-- Commissions that are never approved: of an own purchase, of a second order of one visit, and any of a deleted account.
create function refuse_own_purchase() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if is_own_purchase(new.order_id) then
    raise exception 'bought through the affiliate''s own link' using errcode = 'check_violation', constraint = 'affiliate_commissions_not_own';
  end if;
  return new;
end $$;
create trigger affiliate_commissions_not_own before update of status on affiliate_commissions for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function refuse_own_purchase();

create function refuse_ended_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if visit_ended_by_another(new.order_id) then
    raise exception 'another order of the same visit was paid first' using errcode = 'check_violation', constraint = 'affiliate_commissions_one_per_visit';
  end if;
  return new;
end $$;
create trigger affiliate_commissions_one_per_visit before update of status on affiliate_commissions for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function refuse_ended_visit();

create function refuse_deleted_affiliate() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from profiles where id = new.affiliate_id and deleted_at is not null) then
    raise exception 'the affiliate deleted their account' using errcode = 'check_violation', constraint = 'affiliate_commissions_of_account';
  end if;
  return new;
end $$;
create trigger affiliate_commissions_of_account before update of status on affiliate_commissions for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function refuse_deleted_affiliate();

revoke insert, update, delete on affiliate_phones from viatu_app;
