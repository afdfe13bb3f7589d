-- The one place where a commission is written: while its order is placed (features/checkout/write-order.ts), and whenever an order that has none is settled
-- (features/affiliates/settle-commission.ts). It reads the order as it stands, and asks is_own_purchase (0029) whose purchase it is.
-- An order without an affiliate gets none.
-- Volatile, because the order may have been written by the very statement that calls this: only so is it seen.
create function create_commission(of_order uuid, amount numeric, own_reason text, at timestamptz,
  -- The account that the buyer's browser is known by, if any: no order remembers it.
  device_account uuid default null) returns void language sql volatile set search_path = public, pg_temp as $$
  insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, is_own, status, rejected_at, reason, created_at)
  select o.affiliate_id, o.id, amount, o.total_amount, own.is, case when own.is then 'rejected' else 'pending' end,
    case when own.is then at end, case when own.is then own_reason end, at
  from orders o cross join lateral (select o.affiliate_id is not distinct from device_account or is_own_purchase(o.id) as is) own
  where o.id = of_order and o.affiliate_id is not null
$$;
