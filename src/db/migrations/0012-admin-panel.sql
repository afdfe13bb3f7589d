-- What the admin panel stands on: figures that cost nothing to read, and an audit log that nobody rewrites.

-- How many there are and what they come to, by day in Nairobi and status; a card must not count a million orders. Written by triggers as what was
-- added and taken away, so that orders do not wait for each other at a row of sums; fold_tallies() sums up what has gathered.
create table day_tallies (
  kind text not null check (kind in ('order', 'commission', 'prompt')),
  day date not null,
  status text not null,
  count bigint not null,
  -- KSh: the revenue of orders, the amount of commissions, nothing for prompts.
  amount numeric(14, 2) not null
);
create index day_tallies_of on day_tallies (kind, day, status);

create function tally_of(o orders) returns setof day_tallies language sql stable as $$
  select 'order', (o.created_at at time zone 'Africa/Nairobi')::date, o.status, 1,
    case when o.paid_at is not null and o.status <> 'cancelled' then o.total_amount else 0 end
  where o.discarded_at is null
$$;
create function tally_of(c affiliate_commissions) returns setof day_tallies language sql stable as $$
  select 'commission', (c.created_at at time zone 'Africa/Nairobi')::date, c.status, 1, c.commission_amount
$$;
-- A prompt that M-Pesa was too busy to take reached no phone and says nothing about paying.
create function tally_of(a payment_attempts) returns setof day_tallies language sql stable as $$
  select 'prompt', (a.created_at at time zone 'Africa/Nairobi')::date, a.state, 1, 0
  where a.source = 'prompt' and a.result_code is distinct from 'busy'
$$;

-- The same three lines for each table, because a row type has to be named.
create function tally_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from added a, tally_of(a::orders) t group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into day_tallies select t.kind, t.day, t.status, -sum(t.count), -sum(t.amount) from removed r, tally_of(r::orders) t group by 1, 2, 3;
  else
    insert into day_tallies select kind, day, status, -count, -amount from tally_of(old) union all select * from tally_of(new);
  end if;
  return null;
end $$;
create trigger orders_tally_new after insert on orders referencing new table as added for each statement execute function tally_orders();
create trigger orders_tally_gone after delete on orders referencing old table as removed for each statement execute function tally_orders();
create trigger orders_tally_moved after update on orders for each row
  when ((old.status, old.paid_at is null, old.discarded_at is null, old.total_amount, old.created_at)
    is distinct from (new.status, new.paid_at is null, new.discarded_at is null, new.total_amount, new.created_at)) execute function tally_orders();

create function tally_commissions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from added a, tally_of(a::affiliate_commissions) t group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into day_tallies select t.kind, t.day, t.status, -sum(t.count), -sum(t.amount) from removed r, tally_of(r::affiliate_commissions) t group by 1, 2, 3;
  else
    insert into day_tallies select kind, day, status, -count, -amount from tally_of(old) union all select * from tally_of(new);
  end if;
  return null;
end $$;
create trigger commissions_tally_new after insert on affiliate_commissions referencing new table as added for each statement execute function tally_commissions();
create trigger commissions_tally_gone after delete on affiliate_commissions referencing old table as removed for each statement execute function tally_commissions();
create trigger commissions_tally_moved after update on affiliate_commissions for each row
  when ((old.status, old.commission_amount, old.created_at) is distinct from (new.status, new.commission_amount, new.created_at)) execute function tally_commissions();

create function tally_prompts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from added a, tally_of(a::payment_attempts) t group by 1, 2, 3;
  else
    insert into day_tallies select kind, day, status, -count, -amount from tally_of(old) union all select * from tally_of(new);
  end if;
  return null;
end $$;
create trigger prompts_tally_new after insert on payment_attempts referencing new table as added for each statement execute function tally_prompts();
create trigger prompts_tally_moved after update on payment_attempts for each row
  when ((old.state, old.source, old.result_code is not distinct from 'busy', old.created_at)
    is distinct from (new.state, new.source, new.result_code is not distinct from 'busy', new.created_at)) execute function tally_prompts();

-- What was there before.
insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from orders o, tally_of(o) t group by 1, 2, 3;
insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from affiliate_commissions c, tally_of(c) t group by 1, 2, 3;
insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from payment_attempts a, tally_of(a) t group by 1, 2, 3;

-- One statement: whoever reads meanwhile sees the parts or their sum, never both. One at a time; others have nothing to wait for.
create function fold_tallies() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7214012) then return; end if;
  with gone as (
    delete from day_tallies where (kind, day, status) in (select kind, day, status from day_tallies group by kind, day, status having count(*) > 1)
    returning *
  )
  insert into day_tallies
  select kind, day, status, sum(count), sum(amount) from gone group by kind, day, status having sum(count) <> 0 or sum(amount) <> 0;
end $$;
revoke insert, update, delete on day_tallies from viatu_app;

-- Top affiliates of a range of days.
create index affiliate_commissions_by_age on affiliate_commissions (created_at desc, id desc);

-- What was done stays done: not even the owner of the tables rewrites the log.
create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_rewriting();

-- The log is looked through by who, what, which table and which row, the newest first.
drop index audit_log_of_row;
create index audit_log_of_row on audit_log (row_id text_pattern_ops, at desc, id desc);
create index audit_log_of_table on audit_log (table_name, at desc, id desc);
create index audit_log_of_action on audit_log (action, at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc);

-- Searches for people by a part of their name.
create index profiles_by_name on profiles using gin (full_name gin_trgm_ops) where full_name <> '';
