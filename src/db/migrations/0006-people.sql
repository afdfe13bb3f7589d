-- Accounts: what signing in needs, beside the profiles. Names and shapes are better-auth's, but for auth.links; nothing here is readable by anybody but the app.
create schema auth;
grant usage on schema auth to viatu_app;

alter table profiles add column deleted_at timestamptz;
-- Of a deleted account only its orders and commissions are left, under nobody's name.
alter table profiles add constraint profiles_deleted check (deleted_at is null or
  (full_name = '' and phone is null and address is null and affiliate_code is null and not is_admin and not is_affiliate));
create index profiles_by_phone on profiles (phone) where phone is not null;
create index profiles_admins on profiles (id) where is_admin;

create table auth.users (
  id uuid primary key default gen_random_uuid() references profiles (id),
  -- Handed over to the profile by the trigger below, and empty here: one place knows what somebody is called.
  name text not null default '' check (name = ''),
  phone text check (phone is null),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- No account is ever without its profile; a profile may outlive its account.
create function make_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into profiles (id, full_name, phone) values (new.id, new.name, new.phone);
  new.name := '';
  new.phone := null;
  return new;
end $$;
create trigger users_make_profile before insert on auth.users for each row execute function make_profile();

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token text not null unique check (length(token) >= 32),
  ip_address text,
  user_agent text,
  -- The absolute end; the idle one counts from updated_at, when the session was last used.
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_user on auth.sessions (user_id, created_at desc);
create index sessions_age on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  -- A password is never stored but as this hash (features/people/hash-password.ts).
  password text check (password ~ '^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_of_user on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_of on auth.verifications (identifier);
create index verifications_age on auth.verifications (expires_at);

create table auth.two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Links that were mailed: only the newest of a kind opens, once, for an hour. What is kept of one is its hash.
create table auth.links (
  token_hash text primary key,
  kind text not null check (kind in ('verify', 'recover', 'change')),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The address that is to take the place of the old one.
  address text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, kind),
  check ((kind = 'change') = (address is not null))
);
create index links_age on auth.links (expires_at);

-- Letters that were asked for by address. Writing one down takes as long for an address that nobody has: a job looks it up, not the asking.
create table auth.letter_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify', 'recover')),
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on all tables in schema auth to viatu_app;

-- Somebody has to hold the keys: of two admins who go at once, one stays.
create function keep_an_admin() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7214007);
  if not exists (select from profiles where is_admin and id <> old.id) then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'profiles_last_admin';
  end if;
  return null;
end $$;
create trigger profiles_last_admin after update of is_admin on profiles for each row when (old.is_admin and not new.is_admin) execute function keep_an_admin();
create trigger profiles_last_admin_gone after delete on profiles for each row when (old.is_admin) execute function keep_an_admin();
