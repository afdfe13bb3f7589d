-- Nobody earns a commission for buying through their own link, and what was rejected for that stays rejected (domain/commission.ts, docs/decisions/0011).

-- Every number that was ever an affiliate's: the profile's from joining on, and those that payouts go to. Only the triggers below write here.
create table affiliate_numbers (
  affiliate_id uuid not null references profiles (id) on delete cascade,
  phone text not null check (phone ~ '^254[17][0-9]{8}$'),
  -- The instant of writing, not of the transaction: whoever waited for a lock came later.
  known_at timestamptz not null default clock_timestamp(),
  primary key (affiliate_id, phone)
);
revoke insert, update, delete on affiliate_numbers from viatu_app;

create function know_number_of_profile() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into affiliate_numbers (affiliate_id, phone) values (new.id, new.phone) on conflict do nothing;
  return null;
end $$;
create trigger profiles_numbers_known after insert or update of phone, is_affiliate on profiles for each row
  when (new.is_affiliate and new.phone is not null) execute function know_number_of_profile();

create function know_number_of_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into affiliate_numbers (affiliate_id, phone) values (new.affiliate_id, new.mpesa_phone_number) on conflict do nothing;
  return null;
end $$;
create trigger affiliate_payouts_numbers_known after insert or update of mpesa_phone_number on affiliate_payouts for each row
  when (new.mpesa_phone_number is not null) execute function know_number_of_payout();

insert into affiliate_numbers (affiliate_id, phone)
select id, phone from profiles where is_affiliate and phone is not null
union select affiliate_id, mpesa_phone_number from affiliate_payouts where mpesa_phone_number is not null;

-- The browsers an affiliate was signed in with: the visitor of the referral cookie.
create table affiliate_visitors (
  affiliate_id uuid not null references profiles (id) on delete cascade,
  visitor_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (affiliate_id, visitor_id)
);
create index affiliate_visitors_age on affiliate_visitors (seen_at);

create function forget_affiliate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from affiliate_numbers where affiliate_id = new.id;
  delete from affiliate_visitors where affiliate_id = new.id;
  return null;
end $$;
create trigger profiles_forgotten after update of deleted_at on profiles for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function forget_affiliate();

-- Placed or paid by the affiliate, as far as account and numbers tell; false for an order that nobody referred, or that is not there.
create function is_own_purchase(uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from orders o where o.id = $1 and (o.user_id = o.affiliate_id or exists (
    select from affiliate_numbers n where n.affiliate_id = o.affiliate_id and (n.phone = o.customer_phone
      or exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid' and a.phone = n.phone)))))
$$;

alter table affiliate_commissions add column is_own boolean not null default false;
update affiliate_commissions set is_own = true where status = 'rejected' and rejected_by is null and reason = 'Bought through your own link';
alter table affiliate_commissions add constraint affiliate_commissions_own check (not is_own or status = 'rejected');
create trigger affiliate_commissions_stay_own before update on affiliate_commissions for each row
  when (old.is_own and not new.is_own) execute function refuse_unpaying();

create function refuse_own_purchase() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if is_own_purchase(new.order_id) then
    raise exception 'bought through the affiliate''s own link' using errcode = 'check_violation', constraint = 'affiliate_commissions_not_own';
  end if;
  return new;
end $$;
create trigger affiliate_commissions_not_own before update of status on affiliate_commissions for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function refuse_own_purchase();

-- What is done once a day, and when it was done last: a shop that restarts often does it all the same.
create table jobs_done (
  name text primary key,
  done_at timestamptz not null
);
