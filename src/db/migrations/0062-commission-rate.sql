-- The owner sets what affiliates earn, from 0 to 30 % (features/shop-settings/setting-fields.ts). Each order keeps the rate it was placed with, or at which an
-- admin named its affiliate, and its commission is what the order says.
alter table orders
  add column commission_rate numeric(5, 4) not null default 0.1 constraint orders_commission_rate check (commission_rate between 0 and 0.3),
  drop constraint orders_commission,
  add constraint orders_commission check (commission_amount between 0 and (total_amount - delivery_fee) * commission_rate),
  -- A commission of nothing would wait for an approval that pays nobody.
  add constraint orders_affiliate_rate check (affiliate_id is null or commission_rate > 0);
alter table affiliate_commissions
  drop constraint affiliate_commissions_rate_check,
  add constraint affiliate_commissions_rate_check check (rate between 0 and 0.3);

create function create_commission(of_order uuid, own_reason text, at timestamptz,
  -- The account that the buyer's browser is known by, if any: no order remembers it.
  device_account uuid default null) returns void language sql volatile set search_path = public, pg_temp as $$
  insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, rate, is_own, status, rejected_at, reason, created_at)
  select o.affiliate_id, o.id, o.commission_amount, o.total_amount - o.delivery_fee, o.commission_rate, own.is, case when own.is then 'rejected' else 'pending' end,
    case when own.is then at end, case when own.is then own_reason end, at
  from orders o cross join lateral (select o.affiliate_id is not distinct from device_account or is_own_purchase(o.id) as is) own
  where o.id = of_order and o.affiliate_id is not null
$$;
-- A process of the version before, which names the amount: it is the one of the order, at the rate of before.
create or replace function create_commission(of_order uuid, amount numeric, own_reason text, at timestamptz, device_account uuid default null)
  returns void language sql volatile set search_path = public, pg_temp as $$
  select create_commission(of_order, own_reason, at, device_account)
$$;
create or replace function check_commission_of_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from orders o where o.id = new.order_id and o.affiliate_id = new.affiliate_id
      and (o.total_amount - o.delivery_fee, o.commission_rate, o.commission_amount) = (new.base_amount, new.rate, new.commission_amount)
  ) then
    raise exception 'not the commission of this order' using errcode = 'check_violation', constraint = 'affiliate_commissions_of_order';
  end if;
  return null;
end $$;

-- The help names what the settings say. A passage that an admin has written stays.
create temporary table new_passages (old text, new text) on commit drop;
insert into new_passages values
('orders within 30 days, the first of those orders that is paid earns you 10% of it', 'orders within {link_days} days, the first of those orders that is paid earns you {commission}% of it'),
('Yes, within 7 days after they came,', 'Yes, within {exchange_days} days after they came,'),
('and that a visit counts once | 30 days |', 'and that a visit counts once | {link_days} days |'),
('Affiliates earn 10% of the total of orders', 'Affiliates earn {commission}% of the goods, without delivery, of orders');
do $$
declare passage record;
begin
  for passage in select * from new_passages loop
    update help_sections set body = replace(body, passage.old, passage.new), updated_at = now()
      where position(passage.old in body) > 0 and length(replace(body, passage.old, passage.new)) <= 16000;
  end loop;
end $$;
