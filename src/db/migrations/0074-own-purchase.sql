-- An affiliate's own purchase is known by the receiver's number too, and by the mailbox of the e-mail: `me+shoes@` is `me@` (domain/own-purchase.ts). What was
-- approved before stays approved.
create function mailbox_of(email text) returns text language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com' else untagged || '@' || domain end
  from (select split_part(lower(email), '@', 1) as name, split_part(lower(email), '@', 2) as domain) a
  cross join lateral (select coalesce(nullif(split_part(name, '+', 1), ''), name) as untagged) b
$$;

create or replace function is_own_purchase(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o where o.id = $1 and (o.user_id = o.affiliate_id
    or exists (select from auth.users u where u.id = o.affiliate_id and mailbox_of(u.email) = mailbox_of(o.customer_email))
    or exists (select from affiliate_visitors v where v.affiliate_id = o.affiliate_id and v.visitor_id = o.visitor_id and v.known_at <= o.created_at)
    or exists (select from affiliate_phones n where n.affiliate_id = o.affiliate_id and (n.phone in (o.customer_phone, o.receiver_phone)
      or exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid' and a.phone = n.phone)))))
$$;
