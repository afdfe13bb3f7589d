-- A deletion is dated by its turn: nothing that was approved before it is dated later (features/people/delete-account.ts). Here also what admins approved for
-- accounts that were deleted before 0033 refused it: that stays earned.
update profiles p set deleted_at = c.approved_at
from (select affiliate_id, max(approved_at) as approved_at from affiliate_commissions group by affiliate_id) c
where c.affiliate_id = p.id and c.approved_at > p.deleted_at;

-- A prompt whose answer was lost goes to a person when the hold of its order ends (features/orders/send-to-review.ts), also where it was to wait a day.
update payment_attempts a set next_check_at = greatest(o.hold_expires_at, now()) from orders o
where o.id = a.order_id and a.state = 'unknown' and a.checkout_request_id is null and a.needs_review_at is null;

-- Affiliates read why they are paused. What was written until now was asked for as a note that only admins read: it moves to the audit log, which only they read.
insert into audit_log (action, table_name, row_id, before, after)
select 'pause reason kept from the affiliate', 'profiles', id::text, jsonb_build_object('reason', affiliate_pause_reason), jsonb_build_object('reason', null)
from profiles where affiliate_pause_reason is not null;
update profiles set affiliate_pause_reason = null where affiliate_pause_reason is not null;

-- The browser goes with the account (features/people/anonymise.ts), also where the account is gone already.
create temporary table other_browsers on commit drop as
select user_id, visitor_id, gen_random_uuid() as other from (
  select distinct o.user_id, o.visitor_id from orders o join profiles p on p.id = o.user_id where p.deleted_at is not null and o.visitor_id is not null) b;
update affiliate_clicks k set visitor_id = b.other::text from orders o join other_browsers b using (user_id, visitor_id)
where k.order_id = o.id and k.visitor_id = b.visitor_id::text;
update orders o set visitor_id = b.other from other_browsers b where b.user_id = o.user_id and b.visitor_id = o.visitor_id;
