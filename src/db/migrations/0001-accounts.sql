-- Accounts: who people are to the shop, and what signing in needs.
--
-- The schema is told area by area, a file for each: accounts, catalogue, orders, payments, affiliates, payouts, the home page, help, files, messages, the
-- admin panel, limits. An area refers only to those before it. In each: the tables with their rules and the indexes they are read by, then functions and
-- triggers, then what the app's own role may do. Rows that every shop begins with stand beside their table.
-- Every rule of the program is guarded here a second time (spec §3, and "Schema beyond spec §3" of docs/product/decisions.md).

-- Searches by any part of a word, and through typos.
create extension if not exists pg_trgm;

-- The app's role owns nothing, and can neither alter nor truncate. Tables of public are its to read and write by rule; one that only grows, or that only
-- triggers write, says so itself at the end of its area.
do $$ begin
  if not exists (select from pg_roles where rolname = 'viatu_app') then create role viatu_app nologin; end if;
end $$;
grant usage on schema public to viatu_app;
alter default privileges in schema public grant select, insert, update, delete on tables to viatu_app;
revoke all on schema_migrations from viatu_app;

-- What the tables of several areas refuse, for the owner as well.
-- Paid stays paid: neither a late failure nor a correction by hand may take money back that was written down.
create function refuse_changing_paid() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid stays as it was paid' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'what was written stays as it was written' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;

-- People. Sign-in keeps its own tables beside this one, in the schema auth.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  full_name text not null default '',
  phone text check (phone ~ '^254[17][0-9]{8}$'),
  address text,
  is_affiliate boolean not null default false,
  is_admin boolean not null default false,
  -- No look-alike letters: 0 O 1 I L are not in the alphabet.
  affiliate_code text unique check (affiliate_code ~ '^[2-9A-HJKMNP-Z]{4,16}$'),
  affiliate_paused_at timestamptz,
  -- Affiliates read why they are paused.
  affiliate_pause_reason text
    constraint profiles_pause_reason check (affiliate_pause_reason is null or (affiliate_paused_at is not null and length(affiliate_pause_reason) between 1 and 500)),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Of a deleted account only its orders and commissions are left, under nobody's name.
  constraint profiles_deleted check (deleted_at is null or
    (full_name = '' and phone is null and address is null and affiliate_code is null and not is_admin and not is_affiliate))
);
create index profiles_by_phone on profiles (phone) where phone is not null;
create index profiles_admins on profiles (id) where is_admin;
create index profiles_affiliates on profiles (created_at, id) where is_affiliate;
-- What the panel's list of people is read and searched by.
create index profiles_newest on profiles (created_at desc, id desc) where deleted_at is null;
create index profiles_by_words on profiles using gin (full_name gin_trgm_ops, affiliate_code gin_trgm_ops, phone gin_trgm_ops);

-- What signing in needs. Names and shapes are better-auth's, but for the links, the used codes and the e-mail requests; nothing here is readable by anybody but the app.
create schema auth;
grant usage on schema auth to viatu_app;

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
create index users_by_email on auth.users using gin (email gin_trgm_ops);

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

-- An authenticator app shows a code for half a minute and it is accepted for a while longer: who reads it over a shoulder must not come in by it too.
-- Kept as keyed hashes.
create table auth.used_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  primary key (user_id, code_hash)
);
create index used_codes_age on auth.used_codes (expires_at);

-- Links that were mailed: each opens once, for an hour. What is kept of one is its hash.
create table auth.links (
  token_hash text primary key,
  kind text not null check (kind in ('verify', 'recover', 'change')),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- A stranger who asks for somebody's e-mails again must not make those useless that have come: three are open at a time. A new address is asked for by
  -- the person who is signed in, and may have been misspelt: only the last one opens.
  slot smallint not null default 1,
  -- The address that is to take the place of the old one.
  address text,
  -- Which session asked for a new address: it is the one that stays. No foreign key: a session that is over keeps nothing alive.
  session_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, kind, slot),
  check ((kind = 'change') = (address is not null)),
  constraint links_slot check (slot between 1 and case when kind = 'change' then 1 else 3 end),
  constraint links_session check (kind = 'change' or session_id is null)
);
create index links_age on auth.links (expires_at);

-- E-mails that were asked for by address. Writing the request down takes as long for an address that nobody has: a job looks it up, not the request.
create table auth.email_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify', 'recover')),
  email text not null check (length(email) <= 254),
  -- Where the link of the e-mail goes on to: a path of the shop, checked before it is written (domain/own-path.ts). Null for the e-mail's own page.
  redirect text check (redirect like '/%' and length(redirect) <= 500),
  created_at timestamptz not null default now(),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now()
);
create index email_requests_due on auth.email_requests (next_try_at, id);

-- No account is ever without its profile; a profile may outlive its account.
create function create_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into profiles (id, full_name, phone) values (new.id, new.name, new.phone);
  new.name := '';
  new.phone := null;
  return new;
end $$;
create trigger users_create_profile before insert on auth.users for each row execute function create_profile();

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

grant select, insert, update, delete on all tables in schema auth to viatu_app;
