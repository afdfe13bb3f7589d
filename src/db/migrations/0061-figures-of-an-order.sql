-- What a checkout writes for the figures of the panel, with less work for PostgreSQL (docs/decisions/0061). It reads the text of a trigger's condition anew for each
-- statement: so columns are named where they can be, and conditions are short.

-- By row: a statement for one order is planned and started more quickly without a table of what was added. Loading in bulk has no triggers.
create or replace function add_orders_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select * from daily_stats_of(new);
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::orders) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create or replace trigger orders_daily_stats_changed after update of status, paid_at, discarded_at, total_amount, delivery_fee, created_at on orders
  for each row execute function add_orders_to_daily_stats();
drop trigger orders_daily_stats_new on orders;
create trigger orders_daily_stats_new after insert on orders for each row execute function add_orders_to_daily_stats();

-- Of prompts the panel shows those that were paid or failed: one that is on its way is no figure.
create or replace function daily_stats_of(a payment_attempts) returns setof daily_stats language sql stable as $$
  select 'prompt', (a.created_at at time zone 'Africa/Nairobi')::date, a.state, 1, 0
  where a.source = 'prompt' and a.settled_at is not null and a.result_code is distinct from 'busy'
$$;
delete from daily_stats where kind = 'prompt' and status not in ('paid', 'failed');

create or replace function add_prompts_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select * from daily_stats_of(new);
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;
create or replace trigger prompts_daily_stats_changed after update of state, settled_at, source, result_code, created_at on payment_attempts
  for each row when (old.settled_at is not null or new.settled_at is not null) execute function add_prompts_to_daily_stats();
drop trigger prompts_daily_stats_new on payment_attempts;
create trigger prompts_daily_stats_new after insert on payment_attempts
  for each row when (new.settled_at is not null) execute function add_prompts_to_daily_stats();

-- The claim of a prompt changes none of these.
create or replace trigger payment_attempts_stay_paid before update of state, amount, receipt on payment_attempts for each row
  when (old.state = 'paid' and (new.state <> 'paid' or new.amount <> old.amount or (old.receipt is not null and new.receipt is distinct from old.receipt)))
  execute function refuse_changing_paid();
