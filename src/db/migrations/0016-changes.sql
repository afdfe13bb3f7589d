-- What the processes of the shop tell each other, without a lock in a transaction of money: `notify` takes one that is held until the commit is on the disk, so
-- that payments waited for each other (docs/decisions/0040).

-- A change that is not told yet. The notifier of any process takes the rows away and notifies (db/notifier.ts). Unlogged: a crash of the server forgets them, and
-- every process reconnects then, which counts as a change. No primary key: the same change may be written twice, and is told once.
create unlogged table changes (
  channel text not null check (channel in ('shelf_changed', 'order_changed')),
  -- The id of an order.
  payload text not null default ''
);

create function note_order_changed() returns trigger language plpgsql as $$
begin
  insert into changes (channel, payload) values ('order_changed', new.id::text);
  return null;
end $$;
create or replace trigger orders_changed after update on orders for each row execute function note_order_changed();
drop function notify_order_changed();

create function note_attempt_changed() returns trigger language plpgsql as $$
begin
  if new.order_id is not null then insert into changes (channel, payload) values ('order_changed', new.order_id::text); end if;
  return null;
end $$;
create or replace trigger attempts_changed after update of state, receipt on payment_attempts for each row execute function note_attempt_changed();
drop function notify_attempt_changed();

-- An order may sell a size out. Other changes of what is shown are no money, and notify themselves.
create function note_shelf_changed() returns trigger language plpgsql as $$
begin
  insert into changes (channel) values ('shelf_changed');
  return null;
end $$;
create or replace trigger size_sold_out_or_back after update of stock on product_size for each row
  when ((old.stock = 0) <> (new.stock = 0)) execute function note_shelf_changed();

-- Counts one use against all wanted limits (name -> max, seconds, hash), or against none, and answers the names of those that are reached (rate-limit.ts).
-- `own` is the use: the same one counts once. In the order of names, so that no two requests deadlock. A simultaneous request waits for the row, and then
-- sees our use in it.
create function consume_limits(wanted jsonb, own text, at timestamptz) returns text[] language plpgsql as $$
declare
  seconds numeric := extract(epoch from at);
  reached text[];
begin
  with consumed as (
    insert into rate_limits (limit_name, key_hash, uses, expires_at)
    select each.name, each.wish ->> 'hash', jsonb_build_object(own, seconds + (each.wish ->> 'seconds')::integer), at + make_interval(secs => (each.wish ->> 'seconds')::integer)
    from jsonb_each(wanted) as each (name, wish) order by each.name
    on conflict (limit_name, key_hash) do update set expires_at = excluded.expires_at,
      uses = excluded.uses || (select coalesce(jsonb_object_agg(use.key, use.until), '{}') from jsonb_each(rate_limits.uses) as use (key, until)
        where use.key <> own and use.until::numeric > seconds)
    where (select count(*) from jsonb_each(rate_limits.uses) as use (key, until) where use.key <> own and use.until::numeric > seconds)
      < (wanted -> rate_limits.limit_name ->> 'max')::integer
    returning limit_name
  )
  select array_agg(name) into reached from jsonb_object_keys(wanted) as name where name not in (select limit_name from consumed);
  -- Undoes exactly what was counted here, and leaves what an earlier call counted for the same use.
  if reached is not null then raise exception using errcode = 'VL001'; end if;
  return '{}';
exception when sqlstate 'VL001' then
  return reached;
end $$;
