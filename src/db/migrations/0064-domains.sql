-- Rules of one column become domains: PostgreSQL reads the text of a table's check anew for each statement that writes to the table, and that of a domain once a
-- connection, for columns that are written (docs/decisions/0064). A rule of several columns stays with its table.

-- Domains get their checks below: as long as they have none, a column changes its type without being written anew, and its indexes stay.
create domain phone_number as text;
create domain person_name as text;
create domain email_address as text;
create domain street_address as text;
create domain receipt_code as text;
create domain payment_amount as numeric(12, 2);
create domain commission_rate as numeric(5, 4);
create domain non_negative_integer as integer;

create domain order_status as text;
create domain stock_reason as text;
create domain delivery_kind as text;
create domain delivery_fee as numeric(12, 2);
create domain delivery_way_name as text;
create domain delivery_zone_name as text;
create domain delivery_place_name as text;

create domain attempt_source as text;
create domain attempt_state as text;
create domain callback_kind as text;

create domain notice_kind as text;
create domain notice_channel as text;
create domain notice_state as text;

create domain change_channel as text;
create domain figure_kind as text;

-- Gives columns their domains (column: domain) and drops their own checks. Triggers that name a column keep it from changing its type: they are put back as they were.
create procedure pg_temp.use_domains(in_table regclass, domains jsonb) language plpgsql as $$
declare
  triggers text[] := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = in_table and not tgisinternal);
  name text;
  statement text;
  is_filled boolean;
begin
  for name in select tgname from pg_trigger where tgrelid = in_table and not tgisinternal loop
    execute format('drop trigger %I on %s', name, in_table);
  end loop;
  for name in select conname from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
    where conrelid = in_table and contype = 'c' and domains ? attname loop
    execute format('alter table %s drop constraint %I', in_table, name);
  end loop;
  execute format('alter table %s %s', in_table, (select string_agg(format('alter column %I type %I', c, d), ', ') from jsonb_each_text(domains) as of_column (c, d)));
  foreach statement in array triggers loop execute statement; end loop;
  -- Statistics go with the types. A table without rows is not counted: PostgreSQL expects ten pages of it then, and uses its indexes.
  execute format('select exists (select from %s)', in_table) into is_filled;
  if is_filled then execute format('analyze %s', in_table); end if;
end $$;

call pg_temp.use_domains('orders', '{
  "customer_name": "person_name", "receiver_name": "person_name", "customer_phone": "phone_number", "receiver_phone": "phone_number",
  "customer_email": "email_address", "delivery_address": "street_address", "mpesa_receipt_number": "receipt_code", "total_amount": "payment_amount",
  "commission_rate": "commission_rate", "phone_changes": "non_negative_integer", "visit": "non_negative_integer", "status": "order_status",
  "delivery_kind": "delivery_kind", "delivery_fee": "delivery_fee", "delivery_way": "delivery_way_name", "delivery_zone": "delivery_zone_name",
  "delivery_place": "delivery_place_name"
}');
call pg_temp.use_domains('payment_attempts', '{"phone": "phone_number", "amount": "payment_amount", "receipt": "receipt_code", "source": "attempt_source", "state": "attempt_state"}');
call pg_temp.use_domains('callbacks', '{"kind": "callback_kind"}');
call pg_temp.use_domains('stock_movements', '{"reason": "stock_reason"}');
call pg_temp.use_domains('notices', '{"kind": "notice_kind", "channel": "notice_channel", "state": "notice_state"}');
call pg_temp.use_domains('changes', '{"channel": "change_channel"}');
call pg_temp.use_domains('daily_stats', '{"kind": "figure_kind"}');
call pg_temp.use_domains('customers', '{"phone": "phone_number", "name": "person_name", "email": "email_address"}');
call pg_temp.use_domains('profiles', '{"phone": "phone_number"}');
call pg_temp.use_domains('affiliate_phones', '{"phone": "phone_number"}');
call pg_temp.use_domains('affiliate_payouts', '{"mpesa_phone_number": "phone_number"}');
call pg_temp.use_domains('rider_days', '{"phone": "phone_number"}');
call pg_temp.use_domains('affiliate_commissions', '{"rate": "commission_rate"}');
drop procedure pg_temp.use_domains;

-- Not valid: every row was checked as it was written, and needs no second look under a lock.
alter domain phone_number add check (value ~ '^254[17][0-9]{8}$') not valid;
alter domain person_name add check (length(value) between 1 and 200) not valid;
alter domain email_address add check (length(value) <= 254) not valid;
alter domain street_address add check (length(value) between 1 and 500) not valid;
alter domain receipt_code add check (value ~ '^[A-Z0-9]{6,20}$') not valid;
alter domain payment_amount add check (value between 1 and 250000 and value = trunc(value)) not valid;
alter domain commission_rate add check (value between 0 and 0.3) not valid;
alter domain non_negative_integer add check (value >= 0) not valid;
alter domain order_status add check (value in ('pending', 'awaiting_payment', 'payment_failed', 'buyer_not_paid', 'waiting_shipment', 'awaiting_shipment',
  'confirmed', 'shipped', 'delivered', 'cancelled', 'commission_earned')) not valid;
alter domain stock_reason add check (value in ('opening', 'hold', 'release', 'manual')) not valid;
alter domain delivery_kind add check (value in ('door', 'pickup', 'stage', 'collect')) not valid;
alter domain delivery_fee add check (value between 0 and 20000 and value = trunc(value)) not valid;
alter domain delivery_way_name add check (length(value) between 1 and 80) not valid;
alter domain delivery_zone_name add check (length(value) between 1 and 60) not valid;
alter domain delivery_place_name add check (length(value) between 1 and 170) not valid;
alter domain attempt_source add check (value in ('prompt', 'recorded', 'test')) not valid;
alter domain attempt_state add check (value in ('created', 'accepted', 'paid', 'failed', 'unknown')) not valid;
alter domain callback_kind add check (value in ('payment', 'payout_result', 'payout_timeout', 'payout_status')) not valid;
alter domain notice_kind add check (value in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'refund', 'link', 'late')) not valid;
alter domain notice_channel add check (value in ('email', 'sms')) not valid;
alter domain notice_state add check (value in ('due', 'sending', 'sent', 'unknown', 'failed', 'skipped')) not valid;
alter domain change_channel add check (value in ('shelf_changed', 'order_changed')) not valid;
alter domain figure_kind add check (value in ('order', 'commission', 'prompt', 'delivery fee')) not valid;

-- The condition of a trigger is read anew for each statement too, unless it names columns that the statement leaves alone: a move of an order writes no name.
drop trigger orders_customer_changed on orders;
create trigger orders_customer_changed after update of customer_phone, customer_name, customer_email, created_at, anonymised_at on orders for each row
  when ((old.customer_phone, old.customer_name, old.customer_email, old.created_at, old.anonymised_at is null)
    is distinct from (new.customer_phone, new.customer_name, new.customer_email, new.created_at, new.anonymised_at is null))
  execute function note_changed_customer();
create trigger orders_customer_gone_or_back after update of discarded_at on orders for each row
  when ((old.discarded_at is null) <> (new.discarded_at is null)) execute function note_changed_customer();
