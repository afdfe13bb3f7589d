-- Payments: each try to pay an order, M-Pesa's callbacks about it, and refunds.

-- Every prompt, written before M-Pesa is called, and every payment that an admin records.
create table payment_attempts (
  id uuid primary key default gen_random_uuid(),
  -- A deleted order leaves its payment facts behind: a late payment still reaches the refund list.
  order_id uuid references orders (id) on delete set null,
  -- What Clear All User Data leaves of an order: its payments keep the order's id, so that an old link can say that the order was cleared, and a receipt leads
  -- to its sum and dates. Only an id: no name and no address.
  cleared_order_id uuid,
  cleared_at timestamptz,
  source text not null default 'prompt' check (source in ('prompt', 'recorded')),
  phone text not null check (phone ~ '^254[17][0-9]{8}$'),
  amount numeric(12, 2) not null check (amount between 1 and 250000 and amount = trunc(amount)),
  state text not null default 'created' check (state in ('created', 'accepted', 'paid', 'failed', 'unknown')),
  -- Set just before M-Pesa is called: from then on, silence means "unknown", never "not sent".
  prompted_at timestamptz,
  merchant_request_id text,
  checkout_request_id text unique,
  result_code text,
  result_desc text,
  receipt text unique check (receipt ~ '^[A-Z0-9]{6,20}$'),
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
  constraint payment_attempts_cleared check ((cleared_order_id is null) = (cleared_at is null) and (cleared_order_id is null or order_id is null)),
  constraint payment_attempts_replaced check ((replaced_at is null) = (replacement is null) and (replaced_at is null or source = 'prompt'))
);
create unique index payment_attempts_one_open on payment_attempts (order_id) where state in ('created', 'accepted') and replaced_at is null;
create unique index payment_attempts_replaced_once on payment_attempts (order_id, replacement) where replacement is not null;
create index payment_attempts_of_order on payment_attempts (order_id, created_at);
create index payment_attempts_of_cleared on payment_attempts (cleared_order_id) where cleared_order_id is not null;
create index payment_attempts_of_phone on payment_attempts (phone, created_at);
create index payment_attempts_due on payment_attempts (next_check_at) where next_check_at is not null;
create index payment_attempts_review on payment_attempts (needs_review_at) where needs_review_at is not null;

-- M-Pesa's callbacks about payments and payouts: raw bodies, stored before they are answered.
create table callbacks (
  id bigint generated always as identity primary key,
  kind text not null default 'payment' check (kind in ('payment', 'payout_result', 'payout_timeout', 'payout_status')),
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
  reason text not null check (reason in ('late_payment', 'double_payment', 'cancelled')),
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  receipt text unique,
  note text,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid,
  unique (attempt_id),
  -- A refund that an admin records as done can have the receipt of its reversal.
  constraint refunds_receipted check (state <> 'done' or (processed_at is not null and (receipt is not null or processed_by is null)))
);
create index refunds_due on refunds (created_at, id) where state = 'due';
-- Clearing an order looks for rows that refer to it.
create index refunds_of_order on refunds (order_id) where order_id is not null;

-- M-Pesa's access token: a new one invalidates the old one, so all processes share this one.
create table mpesa_token (
  singleton boolean primary key default true check (singleton),
  value text not null,
  expires_at timestamptz not null
);

-- The limits of domain/payment.ts, checked here again so that ten simultaneous orders cannot exceed them: a prompt disturbs a phone that may be a stranger's. A
-- prompt that M-Pesa was too busy to take reached no phone and does not count.
create function refuse_prompt_flood() returns trigger language plpgsql as $$
declare
  ten_minutes integer;
  hour integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.phone, 7214006));
  select count(*) filter (where a.created_at > new.created_at - interval '10 minutes'), count(*) into ten_minutes, hour
  from payment_attempts a
  where a.source = 'prompt' and a.phone = new.phone and a.created_at > new.created_at - interval '1 hour' and a.result_code is distinct from 'busy';
  if ten_minutes >= 3 or hour >= 6 then
    raise exception 'too many prompts for this phone' using errcode = 'check_violation', constraint = 'payment_attempts_prompt_limit';
  end if;
  return new;
end $$;
create trigger payment_attempts_prompt_limit before insert on payment_attempts for each row when (new.source = 'prompt') execute function refuse_prompt_flood();

create trigger payment_attempts_stay_paid before update on payment_attempts for each row
  when (old.state = 'paid' and (new.state <> 'paid' or new.amount <> old.amount or (old.receipt is not null and new.receipt is distinct from old.receipt)))
  execute function refuse_changing_paid();
create trigger refunds_stay_done before update on refunds for each row
  when (old.state = 'done' and (new.state <> 'done' or new.amount <> old.amount or new.receipt is distinct from old.receipt)) execute function refuse_changing_paid();

create function notify_attempt_changed() returns trigger language plpgsql as $$
begin
  if new.order_id is not null then perform pg_notify('order_changed', new.order_id::text); end if;
  return null;
end $$;
create trigger attempts_changed after update of state, receipt on payment_attempts for each row execute function notify_attempt_changed();

-- The shop never deletes payment facts, not even when an order is deleted.
revoke delete on payment_attempts, refunds from viatu_app;
