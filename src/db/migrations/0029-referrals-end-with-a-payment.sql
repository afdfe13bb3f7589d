-- An order placed while a link lives carries it. The first of a visitor's orders to be paid earns and ends that visit; the others earn nothing
-- (domain/commission.ts, docs/decisions/0011).

alter table orders
  -- The browser that placed it, by the referral cookie.
  add column visitor_id uuid,
  -- Which of this visitor's visits by this affiliate's link: how many had ended before.
  add column visit integer not null default 0 check (visit >= 0),
  -- When its payment ended the visit.
  add column converted_at timestamptz,
  -- An admin may name an affiliate afterwards, once, and never themselves.
  add column affiliate_named_at timestamptz,
  add column affiliate_named_by uuid references profiles (id) on delete set null,
  add constraint orders_converted check (converted_at is null or (paid_at is not null and affiliate_named_at is null)),
  add constraint orders_affiliate_named check (affiliate_named_at <= created_at + interval '30 days' and affiliate_named_by <> affiliate_id);

-- What was paid until now has ended its visit.
update orders set converted_at = paid_at where affiliate_id is not null and paid_at is not null;

-- Of two orders of one visit, paid at the same instant, one earns.
create unique index orders_one_converts on orders (affiliate_id, visitor_id, visit) where converted_at is not null;

-- Whose order it is stays; only the affiliate's row may go.
create trigger orders_affiliate_stays before update of affiliate_id on orders for each row
  when (old.affiliate_id is not null and new.affiliate_id is not null and new.affiliate_id <> old.affiliate_id) execute function refuse_unpaying();

-- Another order of the same visit was paid first. Where an admin named the affiliate there was no visit.
create function visit_ended_by_another(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o join orders w on w.affiliate_id = o.affiliate_id and w.visitor_id = o.visitor_id and w.visit = o.visit
    where o.id = $1 and o.converted_at is null and o.affiliate_named_at is null and w.converted_at is not null)
$$;

create function refuse_ended_visit() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if visit_ended_by_another(new.order_id) then
    raise exception 'another order of the same visit was paid first' using errcode = 'check_violation', constraint = 'affiliate_commissions_one_per_visit';
  end if;
  return new;
end $$;
create trigger affiliate_commissions_one_per_visit before update of status on affiliate_commissions for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function refuse_ended_visit();

-- Since when a browser is known as the affiliate's: an order of later was placed in their own browser.
alter table affiliate_visitors add column known_at timestamptz not null default now();
update affiliate_visitors set known_at = seen_at;

-- Placed or paid by the affiliate, as far as account, e-mail, browser and numbers tell; false for an order that has no affiliate, or that is not there.
create or replace function is_own_purchase(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o where o.id = $1 and (o.user_id = o.affiliate_id
    or exists (select from auth.users u where u.id = o.affiliate_id and lower(u.email) = lower(o.customer_email))
    or exists (select from affiliate_visitors v where v.affiliate_id = o.affiliate_id and v.visitor_id = o.visitor_id and v.known_at <= o.created_at)
    or exists (select from affiliate_numbers n where n.affiliate_id = o.affiliate_id and (n.phone = o.customer_phone
      or exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid' and a.phone = n.phone)))))
$$;
