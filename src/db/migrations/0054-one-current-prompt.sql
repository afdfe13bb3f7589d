-- A new number takes the place of an order's open prompt: the old one stays payable on the phone that it went to, and is not the current one any more (docs/decisions/0009).
-- `replacement` counts: twice at most for an order, whatever comes at the same moment.
alter table payment_attempts add column replaced_at timestamptz, add column replacement integer check (replacement in (1, 2));
alter table payment_attempts add constraint payment_attempts_replaced check ((replaced_at is null) = (replacement is null) and (replaced_at is null or source = 'prompt'));
create unique index payment_attempts_replaced_once on payment_attempts (order_id, replacement) where replacement is not null;
drop index payment_attempts_one_open;
create unique index payment_attempts_one_open on payment_attempts (order_id) where state in ('created', 'accepted') and replaced_at is null;
