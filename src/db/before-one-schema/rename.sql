-- Run once, in one transaction, on a database whose journal is the list in journal.json: the schema stays as it is but for the names (docs/decisions/0031).

alter table turns rename to rate_limits;
alter table rate_limits rename column taken to uses;
alter index turns_expired rename to rate_limits_expired;
alter table payout_stop rename to payout_hold;
alter table kept_rankings rename to ranking_snapshots;
alter table ranking_snapshots rename column counted to rankings;
alter table day_tallies rename to daily_stats;
alter index day_tallies_of rename to daily_stats_of_day;
alter table jobs_done rename to job_runs;
alter table affiliate_numbers rename to affiliate_phones;
alter table auth.letter_requests rename to email_requests;
alter sequence auth.letter_requests_id_seq rename to email_requests_id_seq;
alter index auth.letter_requests_due rename to email_requests_due;

alter table affiliate_payouts rename column unbooked_at to unrecorded_payment_at;
alter table affiliate_payouts rename column unbooked_receipts to unrecorded_receipts;
alter table affiliate_payouts rename column asked_at to status_requested_at;
alter table affiliate_payouts rename constraint affiliate_payouts_unbooked_on_desk to affiliate_payouts_unrecorded_in_review;
alter table affiliate_payouts rename constraint affiliate_payouts_unbooked_receipts to affiliate_payouts_unrecorded_receipts;
alter table affiliate_payouts rename constraint affiliate_payouts_held_on_desk to affiliate_payouts_held_in_review;
alter index affiliate_payouts_unbooked rename to affiliate_payouts_unrecorded;
alter table affiliate_visitors rename column seen_at to last_seen_at;
alter table ads rename column clicks_forgotten to pruned_click_count;
alter table mails rename column forgotten_at to body_deleted_at;
alter table mails rename column good_until to send_before;
alter table carts rename column kept_at to saved_at;
alter table orders rename column number_changes to phone_changes;
alter table data_snapshot_rows rename column place to position;
alter table auth.links rename column place to slot;
alter table auth.links rename constraint links_place to links_slot;
alter table auth.links rename constraint links_user_id_kind_place_key to links_user_id_kind_slot_key;

-- PostgreSQL named these after the table and the column, when they were made.
do $$
declare
  each record;
begin
  for each in
    select c.conrelid::regclass as of_table, c.conname as old, new.name as new
    from (values ('public', 'rate_limits', 'turns', 'taken', 'uses'), ('public', 'payout_hold', 'payout_stop', null, null),
        ('public', 'ranking_snapshots', 'kept_rankings', 'counted', 'rankings'), ('public', 'daily_stats', 'day_tallies', null, null),
        ('public', 'job_runs', 'jobs_done', null, null), ('public', 'affiliate_phones', 'affiliate_numbers', null, null),
        ('auth', 'email_requests', 'letter_requests', null, null), ('public', 'affiliate_payouts', null, 'unbooked_receipts', 'unrecorded_receipts'),
        ('public', 'affiliate_visitors', null, 'seen_at', 'last_seen_at'), ('public', 'ads', null, 'clicks_forgotten', 'pruned_click_count'),
        ('public', 'carts', null, 'kept_at', 'saved_at'), ('public', 'orders', null, 'number_changes', 'phone_changes'),
        ('public', 'data_snapshot_rows', null, 'place', 'position'), ('auth', 'links', null, 'place', 'slot')
      ) as r (in_schema, of_table, old_table, old_column, new_column)
    join pg_class t on t.relname = r.of_table and t.relnamespace = r.in_schema::regnamespace
    join pg_constraint c on c.conrelid = t.oid and c.conname ~ ('^' || coalesce(r.old_table, r.of_table) || '_')
    cross join lateral (select replace(c.conname, coalesce(r.old_table, r.of_table) || '_', r.of_table || '_') as name) moved
    cross join lateral (select case when r.old_column is null then moved.name
      else regexp_replace(moved.name, '_' || r.old_column || '_(not_null|check)$', '_' || r.new_column || '_\1') end as name) new
    where new.name <> c.conname
  loop
    execute format('alter table %s rename constraint %I to %I', each.of_table, each.old, each.new);
  end loop;
end $$;

-- Functions: those whose body names what was renamed are written once more, the others only renamed.
alter function tell_shelf_changed rename to notify_shelf_changed;
alter function tell_order_changed rename to notify_order_changed;
alter function tell_attempt_changed rename to notify_attempt_changed;
alter function refuse_unpaying rename to refuse_changing_paid;
alter function make_profile rename to create_profile;
alter function follow_files rename to track_files;
alter function enter_commission rename to wallet_entry_of_commission;
alter function enter_payout rename to wallet_entry_of_payout;
alter function enter_clawback rename to wallet_entry_of_clawback;
alter function enter_debt rename to wallet_entry_of_debt;
alter function enter_clearing rename to wallet_entry_of_cleared_row;
alter function refuse_unbooked rename to refuse_unrecorded_payment;
alter function know_number_of_profile rename to remember_phone_of_profile;
alter function know_number_of_payout rename to remember_phone_of_payout;
alter function tally_of(orders) rename to daily_stats_of;
alter function tally_of(affiliate_commissions) rename to daily_stats_of;
alter function tally_of(payment_attempts) rename to daily_stats_of;
alter function tally_of(commission_deductions) rename to daily_stats_of;
alter function tally_orders rename to add_orders_to_daily_stats;
alter function tally_commissions rename to add_commissions_to_daily_stats;
alter function tally_prompts rename to add_prompts_to_daily_stats;
alter function tally_clawbacks rename to add_clawbacks_to_daily_stats;
alter function fold_tallies rename to compact_daily_stats;

create or replace function refuse_unrecorded_payment() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from affiliate_payouts where affiliate_id = new.affiliate_id and unrecorded_payment_at is not null) then
    raise exception 'money was paid that is not in the books' using errcode = 'check_violation', constraint = 'affiliate_payouts_unrecorded';
  end if;
  return new;
end $$;

create or replace function remember_phone_of_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into affiliate_phones (affiliate_id, phone) values (new.id, new.phone) on conflict do nothing;
  return null;
end $$;

create or replace function remember_phone_of_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into affiliate_phones (affiliate_id, phone) values (new.affiliate_id, new.mpesa_phone_number) on conflict do nothing;
  return null;
end $$;

create or replace function forget_affiliate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from affiliate_phones where affiliate_id = new.id;
  delete from affiliate_visitors where affiliate_id = new.id;
  return null;
end $$;

create or replace function is_own_purchase(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o where o.id = $1 and (o.user_id = o.affiliate_id
    or exists (select from auth.users u where u.id = o.affiliate_id and lower(u.email) = lower(o.customer_email))
    or exists (select from affiliate_visitors v where v.affiliate_id = o.affiliate_id and v.visitor_id = o.visitor_id and v.known_at <= o.created_at)
    or exists (select from affiliate_phones n where n.affiliate_id = o.affiliate_id and (n.phone = o.customer_phone
      or exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid' and a.phone = n.phone)))))
$$;

create or replace function count_ad_clicks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with counted as (select ad_id, count(*)::integer as clicks from fresh group by ad_id),
      held as (select id from ads where id in (select ad_id from counted) order by id for no key update)
    update ads set click_count = click_count + counted.clicks from counted join held on held.id = counted.ad_id where ads.id = counted.ad_id;
  else
    with counted as (select ad_id, count(*)::integer as clicks from stale group by ad_id),
      held as (select id from ads where id in (select ad_id from counted) order by id for no key update)
    update ads set pruned_click_count = pruned_click_count + counted.clicks from counted join held on held.id = counted.ad_id where ads.id = counted.ad_id;
  end if;
  return null;
end $$;

create or replace function add_orders_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::orders) s group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::orders) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;

create or replace function add_commissions_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::affiliate_commissions) s group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::affiliate_commissions) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;

create or replace function add_prompts_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::payment_attempts) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;

create or replace function add_clawbacks_to_daily_stats() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into daily_stats select s.kind, s.day, s.status, sum(s.count), sum(s.amount) from added a, daily_stats_of(a::commission_deductions) s group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into daily_stats select s.kind, s.day, s.status, -sum(s.count), -sum(s.amount) from removed r, daily_stats_of(r::commission_deductions) s group by 1, 2, 3;
  else
    insert into daily_stats select kind, day, status, -count, -amount from daily_stats_of(old) union all select * from daily_stats_of(new);
  end if;
  return null;
end $$;

create or replace function compact_daily_stats() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7214012) then return; end if;
  with gone as (
    delete from daily_stats where (kind, day, status) in (select kind, day, status from daily_stats group by kind, day, status having count(*) > 1)
    returning *
  )
  insert into daily_stats
  select kind, day, status, sum(count), sum(amount) from gone group by kind, day, status having sum(count) <> 0 or sum(amount) <> 0;
end $$;

alter trigger users_make_profile on auth.users rename to users_create_profile;
alter trigger product_says_something_else on products rename to products_note_change;
alter trigger affiliate_payouts_unbooked on affiliate_payouts rename to affiliate_payouts_unrecorded;
alter trigger affiliate_commissions_enter on affiliate_commissions rename to affiliate_commissions_wallet_entry;
alter trigger affiliate_commissions_enter_new on affiliate_commissions rename to affiliate_commissions_wallet_entry_new;
alter trigger affiliate_commissions_enter_gone on affiliate_commissions rename to affiliate_commissions_wallet_entry_cleared;
alter trigger affiliate_payouts_enter on affiliate_payouts rename to affiliate_payouts_wallet_entry;
alter trigger affiliate_payouts_enter_new on affiliate_payouts rename to affiliate_payouts_wallet_entry_new;
alter trigger affiliate_payouts_enter_gone on affiliate_payouts rename to affiliate_payouts_wallet_entry_cleared;
alter trigger commission_deductions_enter on commission_deductions rename to commission_deductions_wallet_entry;
alter trigger commission_deductions_enter_new on commission_deductions rename to commission_deductions_wallet_entry_new;
alter trigger commission_deductions_enter_gone on commission_deductions rename to commission_deductions_wallet_entry_cleared;
alter trigger affiliate_debts_enter on affiliate_debts rename to affiliate_debts_wallet_entry;
alter trigger profiles_numbers_known on profiles rename to profiles_remember_phone;
alter trigger affiliate_payouts_numbers_known on affiliate_payouts rename to affiliate_payouts_remember_phone;
alter trigger orders_tally_new on orders rename to orders_daily_stats_new;
alter trigger orders_tally_gone on orders rename to orders_daily_stats_gone;
alter trigger orders_tally_moved on orders rename to orders_daily_stats_changed;
alter trigger commissions_tally_new on affiliate_commissions rename to commissions_daily_stats_new;
alter trigger commissions_tally_gone on affiliate_commissions rename to commissions_daily_stats_gone;
alter trigger commissions_tally_moved on affiliate_commissions rename to commissions_daily_stats_changed;
alter trigger prompts_tally_new on payment_attempts rename to prompts_daily_stats_new;
alter trigger prompts_tally_moved on payment_attempts rename to prompts_daily_stats_changed;
alter trigger clawbacks_tally_new on commission_deductions rename to clawbacks_daily_stats_new;
alter trigger clawbacks_tally_gone on commission_deductions rename to clawbacks_daily_stats_gone;
alter trigger clawbacks_tally_moved on commission_deductions rename to clawbacks_daily_stats_changed;
