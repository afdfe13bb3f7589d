-- The shop's M-Pesa accounts, as owners enter them in the panel (docs/decisions/0054). One is in force; the environment's, if it has one, wins and has no row.
create table mpesa_accounts (
  id uuid primary key default gen_random_uuid(),
  transaction_type text not null check (transaction_type in ('CustomerPayBillOnline', 'CustomerBuyGoodsOnline')),
  shortcode text not null check (shortcode ~ '^[1-9][0-9]{4,6}$'),
  till text check (till ~ '^[1-9][0-9]{4,6}$'),
  -- Whose M-Pesa; a base address in the environment wins.
  host text not null check (host in ('live', 'sandbox', 'simulator')),
  payout_shortcode text check (payout_shortcode ~ '^[1-9][0-9]{4,6}$'),
  initiator_name text check (length(initiator_name) between 1 and 100),
  certificate text check (length(certificate) <= 8000),
  -- Consumer key and secret, passkey and the initiator's password, encrypted with APP_SECRET; null once they are erased.
  keys text,
  -- The access token, encrypted too: a new one invalidates the old one, so all processes share it.
  token text,
  token_expires_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references profiles (id) on delete set null,
  in_force_at timestamptz,
  -- Another one is in force or being tried in its place.
  replaced_at timestamptz,
  erased_at timestamptz,
  constraint mpesa_accounts_till check ((till is not null) = (transaction_type = 'CustomerBuyGoodsOnline')),
  constraint mpesa_accounts_payouts check (num_nonnulls(payout_shortcode, initiator_name, certificate) in (0, 3)),
  constraint mpesa_accounts_token check ((token is null) = (token_expires_at is null)),
  constraint mpesa_accounts_erased check ((keys is null) = (erased_at is not null) and (keys is not null or token is null)
    and (keys is not null or in_force_at is null or replaced_at is not null))
);
create unique index mpesa_accounts_in_force on mpesa_accounts ((true)) where in_force_at is not null and replaced_at is null;
-- One is tried at a time.
create unique index mpesa_accounts_tried on mpesa_accounts ((true)) where in_force_at is null and replaced_at is null;
create index mpesa_accounts_with_keys on mpesa_accounts (created_at) where keys is not null;
create trigger mpesa_accounts_stay before update on mpesa_accounts for each row
  when ((new.transaction_type, new.shortcode, new.till, new.host, new.payout_shortcode, new.initiator_name, new.certificate)
      is distinct from (old.transaction_type, old.shortcode, old.till, old.host, old.payout_shortcode, old.initiator_name, old.certificate)
    or (old.keys is null and new.keys is not null) or (old.in_force_at is not null and new.in_force_at is distinct from old.in_force_at)
    or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at))
  execute function refuse_rewriting();
-- Every process reads the accounts anew (server/open-accounts.ts).
create trigger mpesa_accounts_changed after insert or update of keys, in_force_at, replaced_at on mpesa_accounts
  for each statement execute function notify_settings_changed();
revoke delete on mpesa_accounts from viatu_app;

-- The account that a prompt or payout was begun with: questions about it go there. Null for the environment's, and the simulator's.
alter table payment_attempts add column account_id uuid references mpesa_accounts (id);
alter table affiliate_payouts add column account_id uuid references mpesa_accounts (id);
create index payment_attempts_of_account on payment_attempts (account_id, state) where account_id is not null;
create index affiliate_payouts_of_account on affiliate_payouts (account_id, status) where account_id is not null;
create trigger payment_attempts_keep_account before update of account_id on payment_attempts for each row
  when (old.prompted_at is not null and new.account_id is distinct from old.account_id) execute function refuse_changing_paid();

-- A prompt for KSh 1 that tries an account: of no order, and no revenue. What it brings goes back.
alter table payment_attempts drop constraint payment_attempts_source_check;
alter table payment_attempts add constraint payment_attempts_source_check check (source in ('prompt', 'recorded', 'test'));
alter table payment_attempts add constraint payment_attempts_test
  check (source <> 'test' or (order_id is null and cleared_order_id is null and account_id is not null and amount = 1));
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in ('late_payment', 'double_payment', 'cancelled', 'account_test'));

-- Three a day that reach a phone (domain/mpesa-accounts.ts).
create function refuse_test_flood() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214042);
  if (select count(*) from payment_attempts a where a.source = 'test' and a.created_at > new.created_at - interval '24 hours'
    and coalesce(a.result_code, '') not in ('refused', 'busy')) >= 3 then
    raise exception 'too many tests of accounts today' using errcode = 'check_violation', constraint = 'payment_attempts_test_limit';
  end if;
  return new;
end $$;
create trigger payment_attempts_test_limit before insert on payment_attempts for each row when (new.source = 'test') execute function refuse_test_flood();

-- Short messages to owners about their shop: the row is the job.
create table owner_messages (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  text text not null check (length(text) between 1 and 400),
  tries integer not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index owner_messages_due on owner_messages (next_at) where next_at is not null;
