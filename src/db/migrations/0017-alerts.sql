-- What people who work in the shop are told on their phones (docs/decisions/0058).

-- What one person chose, and when it is quiet for them; without a row the usual hours and choices of domain/alert.ts hold.
create table alert_settings (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- `paid push`: what, and how. Null where nothing was chosen by hand: what is usual holds then, and follows the devices of the person.
  chosen text[] constraint alert_settings_chosen check (
    array_to_string(chosen, ',') ~ '^(((paid|refund|review|account|last_pair|payout|affiliate|late|backup|digest) (push|sms|email))(,(?!$)|$))*$'),
  -- Minutes since midnight in Nairobi; none where nothing is ever quiet.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  constraint alert_settings_quiet check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

-- What proves to push services that a message is the shop's (VAPID, RFC 8292). Made once, when the first device asks.
create table push_keys (
  singleton boolean primary key default true check (singleton),
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  -- Encrypted with APP_SECRET.
  private_key text not null,
  created_at timestamptz not null default now()
);

-- Browsers that take pushes, each for one person.
create table push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- At most ten of a person.
  slot smallint not null check (slot between 1 and 10),
  endpoint text not null constraint push_devices_endpoint unique check (endpoint ~ '^https://' and length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  user_agent text check (length(user_agent) <= 300),
  -- The session that it was allowed in, or the one that the same browser has begun since. No foreign key: a session that runs out takes no device with it.
  session_id uuid not null,
  -- The browser by its cookie of known devices.
  browser_id uuid,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  constraint push_devices_slot unique (user_id, slot)
);
create index push_devices_of_session on push_devices (session_id);

-- What has happened, derived from other rows by a job (features/staff/alerts/collect-alerts.ts): once each.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('paid', 'refund', 'review', 'account', 'last_pair', 'payout', 'affiliate', 'late', 'backup', 'digest')),
  -- The row that it is about; none of a digest.
  subject uuid,
  at timestamptz not null,
  -- Names no person.
  label text not null check (length(label) between 1 and 300),
  amount numeric(14, 2),
  -- Whose page it opens. No foreign key: what was told of an order that is cleared later stays told.
  order_id uuid,
  created_at timestamptz not null default now(),
  constraint alerts_once unique nulls not distinct (kind, subject, at)
);
create index alerts_age on alerts (created_at);

-- A message to one person in one way, for a push to one device: the row is the job. What happens until it goes joins it.
create table alert_messages (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  way text not null check (way in ('push', 'sms', 'email')),
  device_id uuid references push_devices (id) on delete cascade,
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'unknown', 'failed', 'skipped')),
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz,
  sent_at timestamptz,
  last_error text check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  constraint alert_messages_device check ((way = 'push') = (device_id is not null)),
  constraint alert_messages_due_until_over check ((next_at is not null) = (state in ('due', 'sending'))),
  constraint alert_messages_sent_told check ((sent_at is not null) = (state = 'sent')),
  constraint alert_messages_only_sms_in_doubt check (way = 'sms' or state not in ('sending', 'unknown'))
);
create unique index alert_messages_open on alert_messages (user_id, way, device_id) nulls not distinct where state = 'due' and tries = 0;
create index alert_messages_due on alert_messages (next_at) where next_at is not null;
create index alert_messages_latest on alert_messages (user_id, way, device_id, sent_at) where sent_at is not null;
create index alert_messages_of_device on alert_messages (device_id) where device_id is not null;
create index alert_messages_age on alert_messages (created_at);
create trigger alert_messages_sent_once before update of state on alert_messages for each row
  when (old.state in ('sent', 'unknown') and new.state <> old.state) execute function refuse_rewriting();

create table alert_parts (
  message_id bigint not null references alert_messages (id) on delete cascade,
  alert_id bigint not null references alerts (id) on delete cascade,
  primary key (message_id, alert_id)
);
create index alert_parts_of_alert on alert_parts (alert_id);

-- Until when the job has looked, and which movements of stock: nothing from before a shop began is told.
create table alert_cursor (
  singleton boolean primary key default true check (singleton),
  seen_at timestamptz not null,
  movement_id bigint not null
);
insert into alert_cursor (seen_at, movement_id) values (now(), 0);

-- Signing out a browser, by whatever way, ends its pushes; a session that nobody used for a week has run out, and ends none.
create function forget_push_devices() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from push_devices where session_id = old.id;
  return null;
end $$;
create trigger sessions_forget_push_devices after delete on auth.sessions for each row
  when (old.expires_at > now() and old.updated_at > now() - interval '7 days') execute function forget_push_devices();
