-- More of the rules that the program keeps, kept by the database as well; and what callbacks need to wait for their turn.

-- Money facts are never deleted by the shop, not even when an order is wiped.
revoke delete on payment_attempts, refunds from viatu_app;

-- Tables of later migrations belong to the app by rule. One that only grows says so itself: revoke update, delete on it from viatu_app.
alter default privileges in schema public grant select, insert, update, delete on tables to viatu_app;

-- Paid stays paid: neither a late failure nor a correction by hand may take money back that was written down.
create function refuse_unpaying() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid stays as it was paid' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
create trigger payment_attempts_stay_paid before update on payment_attempts for each row
  when (old.state = 'paid' and (new.state <> 'paid' or new.amount <> old.amount or (old.receipt is not null and new.receipt is distinct from old.receipt)))
  execute function refuse_unpaying();
create trigger orders_stay_paid before update on orders for each row
  when (old.paid_at is not null and new.paid_at is null) execute function refuse_unpaying();

-- A payout that is done can show the receipt of its money.
alter table affiliate_payouts add constraint affiliate_payouts_receipted check (status <> 'completed' or receipt is not null);

-- A key is written with its order, and goes with it.
alter table idempotency_keys alter column order_id set not null;

-- A callback that cannot be processed waits longer each time, and lets the younger ones pass.
alter table callbacks add column tries integer not null default 0, add column next_try_at timestamptz not null default now();
update callbacks set next_try_at = received_at where processed_at is null;
drop index callbacks_waiting;
create index callbacks_waiting on callbacks (next_try_at) where processed_at is null;
-- By age, for forgetting.
create index callbacks_age on callbacks (received_at);
