import type pg from 'pg'

/**
 * What must hold at any instant; each query answers no rows (promises §2, under our names). S5, P6, P7, P11, C4 and W11 carry a grace time.
 * Run after every test, after every restore, and by hand at any time.
 */
export const invariants: Record<string, string> = {
  S1: 'select id::text from product_size where stock < 0',
  S2: `select s.id::text from product_size s left join stock_movements m on m.product_size_id = s.id group by s.id, s.stock having s.stock <> coalesce(sum(m.delta), 0)`,
  S3: `select i.id::text from order_items i join orders o on o.id = i.order_id left join stock_movements m on m.order_id = o.id and m.product_size_id = i.product_size_id
    where o.discarded_at is null and o.status in ('pending', 'awaiting_payment', 'payment_failed', 'waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped', 'delivered', 'commission_earned')
    group by i.id, i.quantity having coalesce(sum(m.delta), 0) <> -i.quantity`,
  S4: `select o.id::text from orders o join stock_movements m on m.order_id = o.id where o.discarded_at is not null or o.status = 'buyer_not_paid'
    group by o.id, m.product_size_id having sum(m.delta) <> 0`,
  S5: `select id::text from orders where discarded_at is null and status in ('pending', 'awaiting_payment', 'payment_failed') and hold_expires_at < now() - interval '5 minutes'`,
  S6: `select o.id::text from orders o join order_items i on i.order_id = o.id group by o.id having count(*) <> count(distinct i.product_size_id)`,
  // Ours: what was cancelled before it left the shop is back on the shelf.
  S7: `select o.id::text from orders o join stock_movements m on m.order_id = o.id where o.status = 'cancelled'
    and not exists (select from order_events e where e.order_id = o.id and e.to_status in ('shipped', 'delivered', 'commission_earned'))
    group by o.id, m.product_size_id having sum(m.delta) <> 0`,
  // Ours: what stands on the shelf costs something.
  S8: 'select id::text from products where archived_at is null and unit_price < 1',
  // Ours: a product knows how many sizes it has.
  S9: `select p.id::text from products p left join (select product_id, count(*) as count from product_size group by 1) z on z.product_id = p.id
    where p.size_count <> coalesce(z.count, 0)`,
  O1: `select o.id::text from orders o left join order_items i on i.order_id = o.id group by o.id having count(i.*) = 0 or o.total_amount <> o.delivery_fee + coalesce(sum(i.quantity * i.price), 0)`,
  O2: 'select order_id::text from order_items where quantity < 1 or price < 0 or price <> trunc(price)',
  O3: `select e.id::text from order_events e left join transitions t using (from_status, to_status) where e.from_status is not null and t.to_status is null`,
  // Ours: the events tell the whole story, so the last one is where the order stands.
  O4: `select o.id::text from orders o where o.status is distinct from (select e.to_status from order_events e where e.order_id = o.id order by e.id desc limit 1)`,
  // Ours: buyers get notices of what happened: each is about an event of its own order, with the text for that event.
  O5: `select n.id::text from notices n join order_events e on e.id = n.event_id where n.order_id <> e.order_id or n.kind is distinct from case e.to_status
    when 'awaiting_payment' then case e.from_status when 'pending' then 'received' end when 'confirmed' then 'confirmed' when 'waiting_shipment' then 'paid'
    when 'shipped' then 'shipped' when 'delivered' then 'delivered' when 'cancelled' then 'cancelled' end
    union all select n.id::text from notices n join refunds r on r.id = n.refund_id where n.order_id is distinct from r.order_id
    union all select n.id::text from notices n join orders o on o.id = n.order_id where n.kind = 'late' and o.late_at is null`,
  // Ours: an order that a rider handed over was delivered by that rider, and the other way round.
  O6: `select d.order_id::text from deliveries d where d.handed_over_at is not null
      and not exists (select from order_events e where e.order_id = d.order_id and e.to_status = 'delivered' and e.rider_day_id = d.rider_day_id)
    union all select o.id::text from orders o join deliveries d on d.order_id = o.id where o.status = 'delivered' and d.handed_over_at is null
      and (select e.rider_day_id from order_events e where e.order_id = o.id order by e.id desc limit 1) is not null`,
  // Ours: what an order was promised is there whole or not at all, and lies ahead of it; where it is still to be agreed, it is not there, and the order is.
  O7: `select id::text from orders where num_nulls(delivery_kind, delivery_option, delivery_zone, delivery_place, delivery_place_id, promised_from, promised_to) not in (0, 7)
    or (delivery_kind is null and (delivery_fee <> 0 or (receiver_name is not null and not delivery_to_agree))) or delivery_fee < 0 or num_nulls(receiver_name, receiver_phone) = 1
    or promised_from > promised_to or promised_from < (created_at at time zone 'Africa/Nairobi')::date
    or (delivery_to_agree and (delivery_kind is not null or status in ('shipped', 'delivered', 'commission_earned')))`,
  P1: 'select receipt from payment_attempts where receipt is not null group by receipt having count(*) > 1',
  // One current prompt: those that were replaced stay payable beside it.
  P2: `select order_id::text from payment_attempts where state in ('created', 'accepted') and replaced_at is null and order_id is not null group by order_id having count(*) > 1`,
  P3: `select o.id::text from orders o where o.paid_at is not null and not o.payment_assumed and not exists (select from payment_attempts p where p.order_id = o.id and p.state = 'paid')`,
  P4: `select p.id::text from payment_attempts p join orders o on o.id = p.order_id where p.state = 'paid' and o.paid_at is null and not exists (select from refunds r where r.attempt_id = p.id)`,
  P5: `select o.id::text from orders o join payment_attempts p on p.order_id = o.id and p.state = 'paid'
    left join (select order_id, sum(amount) a from refunds where state <> 'failed' group by 1) r on r.order_id = o.id
    where o.paid_at is not null and o.status <> 'cancelled' and not o.payment_assumed group by o.id, o.total_amount, r.a having sum(p.amount) - coalesce(r.a, 0) <> o.total_amount`,
  // Each callback of M-Pesa is processed, has a retry scheduled, or is in the review queue until the attempt is settled.
  P6: `select c.id::text from callbacks c left join payment_attempts a on a.id = c.attempt_id
    where c.processed_at is null and c.next_try_at < now() - interval '5 minutes'
      or c.outcome = 'given up' and a.state in ('created', 'accepted', 'unknown') and a.needs_review_at is null
      or c.outcome = 'given up' and exists (select from affiliate_payouts p where p.id = c.payout_id and p.status = 'processing' and p.needs_review_at is null and p.next_check_at is null)`,
  P7: `select id::text from payment_attempts where state in ('accepted', 'unknown') and needs_review_at is null and created_at < now() - interval '25 hours'`,
  P8: `select order_id::text from refunds r where order_id is not null group by order_id
    having sum(amount) filter (where state <> 'failed') > (select coalesce(sum(amount), 0) from payment_attempts p where p.order_id = r.order_id and state = 'paid')`,
  // Ours: money for an order that is cancelled goes back.
  P9: `select p.id::text from payment_attempts p join orders o on o.id = p.order_id where p.state = 'paid' and o.status = 'cancelled'
    and not exists (select from refunds r where r.attempt_id = p.id)`,
  // Ours: money that a person says went back has a code of its own.
  P10: `select id::text from refunds where state = 'done' and processed_by is not null
    and (receipt is null or processed_at is null or exists (select from payment_attempts a where a.receipt = refunds.receipt))`,
  // Ours: where M-Pesa cannot be asked, a person looks as soon as the pairs of the order go back on the shelf.
  P11: `select a.id::text from payment_attempts a join orders o on o.id = a.order_id
    where a.state = 'unknown' and a.checkout_request_id is null and a.needs_review_at is null and o.hold_expires_at < now() - interval '5 minutes'`,
  // Ours: a number replaces the one of an open prompt, twice at most, and the prompt that took its place is there.
  P12: `select order_id::text from payment_attempts where replaced_at is not null and order_id is not null group by order_id having count(*) > 2
    union all select a.id::text from payment_attempts a where a.replaced_at is not null and a.order_id is not null
      and not exists (select from payment_attempts b where b.order_id = a.order_id and b.source = 'prompt' and b.id <> a.id)`,
  // Ours: one booked payment an order; every other one goes back.
  P13: `select order_id::text from payment_attempts p where state = 'paid' and order_id is not null
    and not exists (select from refunds r where r.attempt_id = p.id) group by order_id having count(*) > 1`,
  // Ours: the shilling that tried an account goes back as that, and nothing else does; an account is in force because one was paid to it.
  P14: `select p.id::text from payment_attempts p left join refunds r on r.attempt_id = p.id
      where (p.source = 'test') <> coalesce(r.reason = 'account_test', p.source = 'test') or (p.source = 'test' and p.state = 'paid' and r.id is null)
    union all select a.id::text from mpesa_accounts a where a.in_force_at is not null
      and not exists (select from payment_attempts p where p.account_id = a.id and p.source = 'test' and p.state = 'paid')`,
  // Ours: the keys stay while a prompt or a payout that was begun with them is open, and they can be asked about.
  P15: `select a.id::text from mpesa_accounts a where a.keys is null
    and (exists (select from payment_attempts p where p.account_id = a.id and p.state in ('created', 'accepted', 'unknown'))
      or exists (select from affiliate_payouts y where y.account_id = a.id and y.status = 'processing'))`,
  C1: 'select order_id::text from affiliate_commissions group by order_id having count(*) > 1',
  C2: 'select id::text from affiliate_commissions where commission_amount <> round(base_amount * rate, 2) or commission_amount < 0',
  C3: `select c.id::text from affiliate_commissions c join orders o on o.id = c.order_id where c.status in ('approved', 'paid') and o.paid_at is null`,
  C4: `select o.id::text from orders o where o.affiliate_id is not null and o.paid_at < now() - interval '10 minutes' and o.status <> 'cancelled'
    and not exists (select from affiliate_commissions c where c.order_id = o.id)`,
  C5: `select c.id::text from affiliate_commissions c join orders o on o.id = c.order_id where o.status = 'cancelled' and c.status <> 'rejected'
    and not exists (select from commission_deductions d where d.commission_id = c.id and d.kind = 'clawback' and d.undone_at is null)`,
  C6: `select c.id::text from affiliate_commissions c join orders o on o.id = c.order_id where (c.is_own or c.affiliate_id = o.user_id) and c.status <> 'rejected'`,
  // Ours: a commission has the rate, the sum, the base and the affiliate of its order.
  C7: `select c.id::text from affiliate_commissions c join orders o on o.id = c.order_id
    where (c.rate, c.commission_amount, c.base_amount, c.affiliate_id) is distinct from
      (o.commission_rate, o.commission_amount, o.total_amount - o.delivery_fee, o.affiliate_id)`,
  // Ours: an order that was never paid earns no commission.
  C8: `select c.id::text from affiliate_commissions c join orders o on o.id = c.order_id
    where c.status <> 'rejected' and (o.status = 'buyer_not_paid' or o.discarded_at is not null)`,
  // Ours: a clawback stands only while its order is cancelled, and takes back its commission, whole.
  C9: `select d.id::text from commission_deductions d join affiliate_commissions c on c.id = d.commission_id join orders o on o.id = c.order_id
    where d.kind = 'clawback' and d.undone_at is null and (o.status <> 'cancelled' or d.amount <> c.commission_amount or c.status not in ('approved', 'paid'))`,
  // Ours: no approved commission is for an order that was bought or paid with a phone number of its affiliate.
  C10: `select c.id::text from affiliate_commissions c join orders o on o.id = c.order_id join affiliate_phones n on n.affiliate_id = c.affiliate_id
    where c.status in ('approved', 'paid') and n.known_at < c.approved_at and (n.phone = o.customer_phone
      or exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid' and a.phone = n.phone and a.settled_at < c.approved_at))`,
  // Ours: nothing is earned for an account that was deleted.
  C12: `select c.id::text from affiliate_commissions c join profiles p on p.id = c.affiliate_id join orders o on o.id = c.order_id
    where p.deleted_at is not null and (c.approved_at > p.deleted_at or (c.status = 'pending' and o.paid_at is not null))`,
  // Ours: of the orders of one visit by a link one earns.
  C11: `select o.visitor_id::text from affiliate_commissions c join orders o on o.id = c.order_id
    where c.status in ('approved', 'paid') and o.visitor_id is not null and o.affiliate_named_at is null
    group by o.affiliate_id, o.visitor_id, o.visit having count(*) > 1`,
  W1: `select affiliate_id::text from affiliate_payouts where status in ('pending', 'processing') group by 1 having count(*) > 1`,
  // For everybody, also after clawbacks: what is paid or promised was earned.
  W2: `select a::text from (select affiliate_id a, commission_amount x from affiliate_commissions where status in ('approved', 'paid')
    union all select affiliate_id, -amount from affiliate_payouts where status in ('pending', 'processing', 'completed')) t
    group by a having sum(x) < 0`,
  W3: `select p.id::text from affiliate_payouts p left join commission_deductions d on d.payout_id = p.id and d.kind = 'payout'
    where p.status = 'completed' group by p.id, p.amount having coalesce(sum(d.amount), 0) <> p.amount`,
  W4: `select c.id::text from affiliate_commissions c join commission_deductions d on d.commission_id = c.id and d.kind = 'payout' group by c.id, c.commission_amount having sum(d.amount) > c.commission_amount`,
  W5: `select d.id::text from commission_deductions d left join affiliate_payouts p on p.id = d.payout_id
    where d.kind = 'payout' and (p.id is null or p.status <> 'completed' or p.affiliate_id <> d.affiliate_id)`,
  W6: `select originator_id from affiliate_payouts where originator_id is not null group by 1 having count(*) > 1
    union all select receipt from affiliate_payouts where receipt is not null group by 1 having count(*) > 1`,
  W7: `select id::text from affiliate_payouts where (status = 'completed' and (receipt is null or processed_at is null)) or amount <= 0`,
  // Ours: paid means paid whole, and nothing is paid of what was rejected.
  W8: `select c.id::text from affiliate_commissions c left join commission_deductions d on d.commission_id = c.id and d.kind = 'payout'
    group by c.id having (c.status = 'paid') <> (coalesce(sum(d.amount), 0) = c.commission_amount) or (c.status not in ('approved', 'paid') and count(d.id) > 0)`,
  W9: `select d.id::text from commission_deductions d join affiliate_commissions c on c.id = d.commission_id where d.affiliate_id <> c.affiliate_id`,
  // Ours: the balance people see is commissions - payouts - clawbacks - debts of deleted accounts, for every affiliate.
  W10: `select w.affiliate_id::text from wallets w left join (
      select affiliate_id a, commission_amount x from affiliate_commissions where status in ('approved', 'paid')
      union all select affiliate_id, -amount from commission_deductions where kind = 'clawback' and undone_at is null
      union all select affiliate_id, -amount from affiliate_payouts where status not in ('rejected', 'failed')
      union all select attached_to, -carried from affiliate_debts union all select profile_id, carried + written_off from affiliate_debts) t on t.a = w.affiliate_id
    group by w.affiliate_id, w.available having w.available <> coalesce(sum(x), 0)`,
  // Ours: a payout on its way has its next look before it, or lies on a person's desk.
  W11: `select id::text from affiliate_payouts where status = 'processing' and needs_review_at is null
    and (next_check_at is null or next_check_at < now() - interval '5 minutes') and sent_at < now() - interval '5 minutes'`,
  // Ours: what moved a wallet adds up to its balance, for every affiliate, and each entry to the one before it.
  W12: `select w.affiliate_id::text from wallets w
    left join lateral (select balance from wallet_entries e where e.affiliate_id = w.affiliate_id order by id desc limit 1) e on true
    where w.available <> coalesce(e.balance, 0)`,
  W13: `select e.id::text from (select id, at, amount, balance, lag(balance, 1, 0) over wallet as before, lag(at) over wallet as earlier
    from wallet_entries window wallet as (partition by affiliate_id order by id)) e where e.balance <> e.before + e.amount or e.at < e.earlier`,
  // Ours: money that M-Pesa moved and the books do not hold lies on a person's desk, and nothing more is sent to whom it went.
  W14: `select id::text from affiliate_payouts where (unrecorded_payment_at is not null or unrecorded_receipts <> '{}') and needs_review_at is null
    union all select p.id::text from affiliate_payouts p join affiliate_payouts u on u.affiliate_id = p.affiliate_id and u.id <> p.id
      where p.status = 'processing' and p.sent_at > u.unrecorded_payment_at + interval '5 minutes'`,
  // Ours: what was sent was asked about before it was rejected; what stands on a list to be paid by hand does not go by M-Pesa as well.
  W15: `select id::text from affiliate_payouts where (status = 'rejected' and sent_at is not null and status_requested_at is null) or (status = 'processing' and exported_at is not null)`,
  // Ours: what a deleted account owes, or may come to owe, is kept, and is with the affiliate whom it found.
  W16: `select p.id::text from profiles p join wallets w on w.affiliate_id = p.id left join affiliate_debts d on d.profile_id = p.id
    where case when p.deleted_at is null then d.profile_id is not null
      when d.profile_id is null then w.paid > 0 or w.available < 0 or exists (select from affiliate_debts a where a.attached_to = p.id)
      else w.available < 0 and d.attached_to is not null end`,
  // Ours: once a debt is attached to an affiliate, its hashes are gone.
  W17: 'select d.profile_id::text from affiliate_debts d join affiliate_debt_hashes h using (profile_id) where d.attached_to is not null',
  // Ours: a held payout lies on a person's desk, and goes nowhere.
  W18: `select id::text from affiliate_payouts where held_at is not null
    and (status in ('processing', 'completed') or exported_at is not null or (status = 'pending' and needs_review_at is null))`,
  // Ours: the storage knows of every file that something shows, and has not removed it. The offset lets each address be read once, not once per picture.
  F1: `select u.address from (select image_url as address from product_images union select image_url from ads union select content_url from promotional_content offset 0) u
    where file_stem(u.address) is not null and not exists (select from stored_files f where f.stem = file_stem(u.address) and f.removed_at is null)`,
  // Ours: an ad was clicked as often as there are clicks, kept and forgotten.
  A1: `select id::text from ads a where click_count <> pruned_click_count + (select count(*) from ad_clicks c where c.ad_id = a.id)`,
  // Ours: customers are the phones of the orders that lists show, each with its last order.
  D2: `select coalesce(c.id::text, o.id::text) from customers c full join (
      select distinct on (customer_phone) id, customer_phone, created_at from orders where discarded_at is null and anonymised_at is null
      order by customer_phone, created_at desc
    ) o on o.customer_phone = c.phone where c.last_order_at is distinct from o.created_at`,
  // Ours: the figures of the admin panel are those of the rows themselves.
  D1: `select kind || ' ' || day || ' ' || status from (select kind, day, status, sum(count) as count, sum(amount) as amount from daily_stats group by 1, 2, 3) stored
    full join (select kind, day, status, sum(count) as count, sum(amount) as amount from (
      select t.* from orders o, daily_stats_of(o) t union all select t.* from affiliate_commissions c, daily_stats_of(c) t union all select t.* from payment_attempts a, daily_stats_of(a) t
      union all select t.* from commission_deductions d, daily_stats_of(d) t
    ) each group by 1, 2, 3) meant using (kind, day, status)
    where (coalesce(stored.count, 0), coalesce(stored.amount, 0)) <> (coalesce(meant.count, 0), coalesce(meant.amount, 0))`,
}

/** Those with a grace time: where the clock has jumped, as in a restored database, they hold once the jobs have run. */
export const timedInvariants = ['S5', 'P6', 'P7', 'P11', 'C4', 'W11']

/** All of them in one statement: rows of `name` and `key` for whatever is broken. */
export const allInvariants = Object.entries(invariants)
  .map(([name, query]) => `(select '${name}' as name, x.* from (${query}) as x (key))`)
  .join(' union all ')

/** What is broken and will not mend itself when the jobs run, such as `S2 at 7e57`. */
export async function brokenInvariants(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; key: string }>(allInvariants)
  return rows.filter(({ name }) => !timedInvariants.includes(name)).map(({ name, key }) => `${name} at ${key}`)
}
