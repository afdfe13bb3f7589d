-- Accounts: profiles with their roles, the tables of sign-in, and invitations to work in the shop.

-- Profiles of people. Sign-in keeps its own tables in the schema auth.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  full_name text not null default '',
  phone phone_number,
  address text,
  -- Who works in the shop, and as what (domain/roles.ts). `is_admin`, the specification's word, follows from it.
  role text constraint profiles_role check (role in ('owner', 'manager', 'packer', 'content')),
  is_admin boolean not null generated always as (role is not null and role in ('owner', 'manager')) stored,
  -- Whether somebody of the shop reads the products of the panel as a table; cards by default (spec §2).
  products_as_table boolean not null default false,
  is_affiliate boolean not null default false,
  -- When somebody first became an affiliate, by a change of their profile.
  affiliate_since timestamptz,
  -- No look-alike letters: 0 O 1 I L are not in the alphabet.
  affiliate_code text unique check (affiliate_code ~ '^[2-9A-HJKMNP-Z]{4,16}$'),
  affiliate_paused_at timestamptz,
  -- The affiliate reads why they are paused.
  affiliate_pause_reason text
    constraint profiles_pause_reason check (affiliate_pause_reason is null or (affiliate_paused_at is not null and length(affiliate_pause_reason) between 1 and 500)),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- A deleted account leaves only its orders and commissions, without a name.
  constraint profiles_deleted check (deleted_at is null or
    (full_name = '' and phone is null and address is null and affiliate_code is null and role is null and not is_affiliate))
);
create index profiles_by_phone on profiles (phone) where phone is not null;
create index profiles_staff on profiles (id) where role is not null;
create index profiles_affiliates on profiles (created_at, id) where is_affiliate;
create index profiles_affiliate_since on profiles (affiliate_since) where affiliate_since is not null;
-- The panel's list of people is read and searched by these indexes.
create index profiles_newest on profiles (created_at desc, id desc) where deleted_at is null;
create index profiles_by_words on profiles using gin (full_name gin_trgm_ops, affiliate_code gin_trgm_ops, phone gin_trgm_ops);

-- The tables of sign-in. Names and shapes are better-auth's, except for the links and the used codes; only the app can read them.
create schema auth;
grant usage on schema auth to viatu_app;

create table auth.users (
  id uuid primary key default gen_random_uuid() references profiles (id),
  -- The trigger below moves the name to the profile and leaves it empty here: only one table has a person's name.
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
  -- A password is stored only as this hash (features/people/hash-password.ts).
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

-- An authenticator app shows a code for half a minute, and the shop accepts it for a while longer: a person who reads it over a shoulder must not sign in with
-- it too. Kept as keyed hashes.
create table auth.used_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  primary key (user_id, code_hash)
);
create index used_codes_age on auth.used_codes (expires_at);

-- E-mailed links: each opens once, within an hour. Only its hash is kept.
create table auth.links (
  token_hash text primary key,
  kind text not null check (kind in ('verify', 'recover', 'change')),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- A stranger who requests e-mails for another person's address must not disable the links that have arrived: three are open at a time. A new address is
  -- requested by the signed-in user, who may have misspelt it: only the last link opens.
  slot smallint not null default 1,
  -- The address that is to replace the old one.
  address text,
  -- The session that requested a new address: it stays signed in. No foreign key: an ended session keeps no row alive.
  session_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, kind, slot),
  check ((kind = 'change') = (address is not null)),
  constraint links_slot check (slot between 1 and case when kind = 'change' then 1 else 3 end),
  constraint links_session check (kind = 'change' or session_id is null)
);
create index links_age on auth.links (expires_at);

-- Invitations to work in the shop. A link opens once, for 72 hours, and only for the account of its address; its token is kept as a hash alone.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null constraint staff_invitations_role check (role in ('owner', 'manager', 'packer', 'content')),
  -- No one where the shop itself invited.
  invited_by uuid references profiles (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references profiles (id),
  withdrawn_at timestamptz,
  constraint staff_invitations_once check (num_nonnulls(accepted_at, withdrawn_at) <= 1 and (accepted_at is null) = (accepted_by is null)),
  constraint staff_invitations_term check (expires_at <= created_at + interval '72 hours')
);
-- A newer invitation takes the place of the one before.
create unique index staff_invitations_open on staff_invitations (email) where accepted_at is null and withdrawn_at is null;
create index staff_invitations_newest on staff_invitations (created_at desc, id desc);
create index staff_invitations_by on staff_invitations (invited_by);
create index staff_invitations_accepted_by on staff_invitations (accepted_by);

-- Every account has its profile; a profile may outlive its account.
create function create_profile() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into profiles (id, full_name, phone) values (new.id, new.name, new.phone);
  new.name := '';
  new.phone := null;
  return new;
end $$;
create trigger users_create_profile before insert on auth.users for each row execute function create_profile();

-- The shop needs an owner: of the last two owners who leave at once, one stays.
create function keep_an_owner() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7214007);
  if not exists (select from profiles where role = 'owner' and id <> old.id) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'profiles_last_owner';
  end if;
  return null;
end $$;
create trigger profiles_last_owner after update of role on profiles for each row
  when (old.role = 'owner' and new.role is distinct from 'owner') execute function keep_an_owner();
create trigger profiles_last_owner_gone after delete on profiles for each row when (old.role = 'owner') execute function keep_an_owner();

create function date_affiliate() returns trigger language plpgsql as $$
begin
  new.affiliate_since := now();
  return new;
end $$;
create trigger profiles_date_affiliate before update of is_affiliate on profiles for each row
  when (new.is_affiliate and not old.is_affiliate and old.affiliate_since is null) execute function date_affiliate();

grant select, insert, update, delete on all tables in schema auth to viatu_app;
