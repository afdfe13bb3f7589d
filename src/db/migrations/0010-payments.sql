-- Payments: the shop's M-Pesa accounts, each try to pay an order, M-Pesa's callbacks about it, and refunds.

create domain attempt_source as text check (value in ('prompt', 'recorded', 'test'));
create domain attempt_state as text check (value in ('created', 'accepted', 'paid', 'failed', 'unknown'));
create domain callback_kind as text check (value in ('payment', 'payout_result', 'payout_timeout', 'payout_status'));

-- M-Pesa accounts, as owners enter them in the panel (docs/decisions/0054). One is in force; the environment's, if it has one, wins and has no row.
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

-- The access token of the environment's account: a new one invalidates the old one, so all processes share this one.
create table mpesa_token (
  singleton boolean primary key default true check (singleton),
  value text not null,
  expires_at timestamptz not null
);

-- Every prompt, written before M-Pesa is called, and every payment that an admin records.
create table payment_attempts (
  id uuid primary key default gen_random_uuid(),
  -- A deleted order leaves its payment facts behind: a late payment still reaches the refund list.
  order_id uuid references orders (id) on delete set null,
  -- What Clear All User Data leaves of an order: its payments keep the order's id, so that an old link can say that the order was cleared, and a receipt leads
  -- to its sum and dates. Only an id: no name and no address.
  cleared_order_id uuid,
  cleared_at timestamptz,
  source attempt_source not null default 'prompt',
  -- M-Pesa hides payers' numbers: money that the shop knows only from M-Pesa's record is kept without one (docs/product/decisions.md).
  phone phone_number,
  amount payment_amount not null,
  state attempt_state not null default 'created',
  -- Set just before M-Pesa is called: from then on, silence means "unknown", never "not sent".
  prompted_at timestamptz,
  -- The account that the prompt was begun with: questions about it go there. Null for the environment's, and the simulator's.
  account_id uuid references mpesa_accounts (id),
  merchant_request_id text,
  checkout_request_id text unique,
  result_code text,
  result_desc text,
  receipt receipt_code unique,
  recorded_by uuid,
  settled_at timestamptz,
  -- When a job checks this attempt again: the row itself is the job.
  next_check_at timestamptz,
  checks integer not null default 0,
  needs_review_at timestamptz,
  review_reason text,
  -- A prompt to a new number replaces an order's open prompt: the old one stays payable on its phone, and is no longer the current one (docs/decisions/0009).
  -- `replacement` counts: at most two for an order, also when several come at the same moment.
  replaced_at timestamptz,
  replacement integer check (replacement in (1, 2)),
  created_at timestamptz not null default now(),
  check ((state in ('paid', 'failed')) = (settled_at is not null)),
  constraint payment_attempts_phone check (phone is not null or source = 'recorded'),
  -- What an admin types is a whole receipt of M-Pesa, or the number of cash (docs/product/decisions.md, "Money is what came").
  constraint payment_attempts_recorded_receipt check (recorded_by is null or receipt ~ '^([A-Z0-9]{10}|CASH-[1-9][0-9]*)$'),
  -- A prompt for KSh 1 that tries an account: of no order, and no revenue. What it brings goes back.
  constraint payment_attempts_test
    check (source <> 'test' or (order_id is null and cleared_order_id is null and account_id is not null and amount = 1)),
  constraint payment_attempts_cleared check ((cleared_order_id is null) = (cleared_at is null) and (cleared_order_id is null or order_id is null)),
  constraint payment_attempts_replaced check ((replaced_at is null) = (replacement is null) and (replaced_at is null or source = 'prompt'))
);
create unique index payment_attempts_one_open on payment_attempts (order_id) where state in ('created', 'accepted') and replaced_at is null;
create unique index payment_attempts_replaced_once on payment_attempts (order_id, replacement) where replacement is not null;
create index payment_attempts_of_order on payment_attempts (order_id, created_at);
create index payment_attempts_of_cleared on payment_attempts (cleared_order_id) where cleared_order_id is not null;
create index payment_attempts_of_phone on payment_attempts (phone, created_at);
create index payment_attempts_of_account on payment_attempts (account_id, state) where account_id is not null;
-- The search of orders finds the first letters of a receipt.
create index payment_attempts_by_receipt on payment_attempts (receipt text_pattern_ops) where receipt is not null;
create index payment_attempts_due on payment_attempts (next_check_at) where next_check_at is not null;
create index payment_attempts_review on payment_attempts (needs_review_at) where needs_review_at is not null;

-- The numbers of money that came in cash.
create sequence cash_numbers;

-- M-Pesa's callbacks about payments and payouts: raw bodies, stored before they are answered.
create table callbacks (
  id bigint generated always as identity primary key,
  kind callback_kind not null default 'payment',
  attempt_id uuid references payment_attempts (id) on delete set null,
  -- Refers to affiliate_payouts: a later file creates that table and adds the reference.
  payout_id uuid,
  body text not null check (octet_length(body) <= 16384),
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  -- A callback that cannot be processed waits longer each time, and lets newer ones pass.
  tries integer not null default 0,
  next_try_at timestamptz not null default now()
);
create index callbacks_waiting on callbacks (next_try_at) where processed_at is null;
create index callbacks_of_attempt on callbacks (attempt_id);
create index callbacks_of_payout on callbacks (payout_id) where payout_id is not null;
-- By age, for deleting old ones.
create index callbacks_age on callbacks (received_at);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references orders (id) on delete set null,
  attempt_id uuid not null references payment_attempts (id),
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null check (reason in ('late_payment', 'double_payment', 'cancelled', 'account_test')),
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  receipt text unique,
  note text,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid,
  unique (attempt_id),
  -- A refund that an admin records as done can have the receipt of its reversal.
  constraint refunds_receipted check (state <> 'done' or (processed_at is not null and (receipt is not null or processed_by is null))),
  constraint refunds_typed_receipt check (processed_by is null or receipt ~ '^([A-Z0-9]{10}|CASH-[1-9][0-9]*)$')
);
create index refunds_due on refunds (created_at, id) where state = 'due';
-- Clearing an order looks for rows that refer to it.
create index refunds_of_order on refunds (order_id) where order_id is not null;
create index refunds_by_receipt on refunds (receipt text_pattern_ops) where receipt is not null;

create trigger mpesa_accounts_stay before update on mpesa_accounts for each row
  when ((new.transaction_type, new.shortcode, new.till, new.host, new.payout_shortcode, new.initiator_name, new.certificate)
      is distinct from (old.transaction_type, old.shortcode, old.till, old.host, old.payout_shortcode, old.initiator_name, old.certificate)
    or (old.keys is null and new.keys is not null) or (old.in_force_at is not null and new.in_force_at is distinct from old.in_force_at)
    or (old.replaced_at is not null and new.replaced_at is distinct from old.replaced_at))
  execute function refuse_rewriting();
-- Every process reads the accounts anew (server/open-accounts.ts).
create trigger mpesa_accounts_changed after insert or update of keys, in_force_at, replaced_at on mpesa_accounts
  for each statement execute function notify_settings_changed();

-- The limits of domain/payment.ts, checked here again so that ten simultaneous orders cannot exceed them: a prompt disturbs a phone that may be a stranger's. A
-- prompt that M-Pesa was too busy to take, or did not take for a fault of the shop's own account, reached no phone and does not count.
create function refuse_prompt_flood() returns trigger language plpgsql as $$
declare
  ten_minutes integer;
  hour integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.phone, 7214006));
  select count(*) filter (where a.created_at > new.created_at - interval '10 minutes'), count(*) into ten_minutes, hour
  from payment_attempts a
  where a.source = 'prompt' and a.phone = new.phone and a.created_at > new.created_at - interval '1 hour'
    and coalesce(a.result_code, '') not in ('busy', 'account');
  if ten_minutes >= 3 or hour >= 6 then
    raise exception 'too many prompts for this phone' using errcode = 'check_violation', constraint = 'payment_attempts_prompt_limit';
  end if;
  return new;
end $$;
create trigger payment_attempts_prompt_limit before insert on payment_attempts for each row when (new.source = 'prompt') execute function refuse_prompt_flood();

-- Three tests a day that reach a phone (domain/mpesa-accounts.ts).
create function refuse_test_flood() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214042);
  if (select count(*) from payment_attempts a where a.source = 'test' and a.created_at > new.created_at - interval '24 hours'
    and coalesce(a.result_code, '') not in ('refused', 'busy', 'account')) >= 3 then
    raise exception 'too many tests of accounts today' using errcode = 'check_violation', constraint = 'payment_attempts_test_limit';
  end if;
  return new;
end $$;
create trigger payment_attempts_test_limit before insert on payment_attempts for each row when (new.source = 'test') execute function refuse_test_flood();

-- The first two name their columns: PostgreSQL reads the condition of a trigger anew for each statement, unless it names columns that the statement leaves alone, and the
-- claim of a prompt changes none of them.
create trigger payment_attempts_stay_paid before update of state, amount, receipt on payment_attempts for each row
  when (old.state = 'paid' and (new.state <> 'paid' or new.amount <> old.amount or (old.receipt is not null and new.receipt is distinct from old.receipt)))
  execute function refuse_changing_paid();
create trigger payment_attempts_keep_account before update of account_id on payment_attempts for each row
  when (old.prompted_at is not null and new.account_id is distinct from old.account_id) execute function refuse_changing_paid();
create trigger refunds_stay_done before update on refunds for each row
  when (old.state = 'done' and (new.state <> 'done' or new.amount <> old.amount or new.receipt is distinct from old.receipt)) execute function refuse_changing_paid();

create function note_attempt_changed() returns trigger language plpgsql as $$
begin
  if new.order_id is not null then insert into changes (channel, payload) values ('order_changed', new.order_id::text); end if;
  return null;
end $$;
create trigger attempts_changed after update of state, receipt on payment_attempts for each row execute function note_attempt_changed();

-- The shop never deletes payment facts, not even when an order is deleted, nor the accounts that they name.
revoke delete on payment_attempts, refunds, mpesa_accounts from viatu_app;
grant usage on sequence cash_numbers to viatu_app;
