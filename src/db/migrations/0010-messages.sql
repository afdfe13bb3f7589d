-- Messages: e-mails (docs/decisions/0008), and notices to buyers about their orders (docs/decisions/0021).

-- The row itself is the job: an e-mail with a next_try_at is still to be sent; the id is also the left half of its Message-ID.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  -- Exactly one address: it becomes a header and a command to a mail server.
  to_address text not null constraint mails_to_one check (to_address ~ '^[^[:space:][:cntrl:]<>(),;:"\\@]+@[^[:space:][:cntrl:]<>(),;:"\\@]+$' and length(to_address) <= 320),
  -- The account of the e-mail, also when it went to a former address or one that was never confirmed. Null once there is no account.
  user_id uuid references profiles (id),
  subject text not null constraint mails_subject_line check (subject <> '' and subject !~ '[[:cntrl:]]'),
  html text,
  text text,
  created_at timestamptz not null default now(),
  next_try_at timestamptz default now(),
  tries integer not null default 0 check (tries >= 0),
  -- Until when it is news: after that it is given up, however the mail server was doing.
  send_before timestamptz,
  sent_at timestamptz,
  outcome text check (outcome in ('smtp', 'outbox')),
  given_up_at timestamptz,
  last_error text,
  body_deleted_at timestamptz,
  constraint mails_one_end check (sent_at is null or given_up_at is null),
  constraint mails_due_until_over check ((next_try_at is null) = (sent_at is not null or given_up_at is not null)),
  constraint mails_outcome_told check ((outcome is null) = (sent_at is null)),
  -- Links must not be kept; but the text of an e-mail that is still to be sent is not deleted.
  constraint mails_body check (case when body_deleted_at is null then html is not null and text is not null else html is null and text is null and next_try_at is null end)
);
create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_newest on mails (created_at desc, id desc);
create index mails_of_user on mails (user_id) where user_id is not null;
create index mails_to_forget on mails (created_at) where body_deleted_at is null;

-- A notice is written by the statement of the move that it tells; a due notice has a next_at. It holds no address, no number and no text: it takes those from
-- the order at the moment of sending. It is about an event, about a refund (money came for an order that cannot take it, and goes back), or, as a link that a
-- buyer has lost and requests again, about neither (features/orders/track-order.ts).
create table notices (
  id bigint generated always as identity primary key,
  event_id bigint references order_events (id) on delete cascade,
  refund_id uuid references refunds (id) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  kind text not null check (kind in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'refund', 'link')),
  channel text not null check (channel in ('email', 'sms')),
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'unknown', 'failed', 'skipped')),
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz,
  sent_at timestamptz,
  -- The id of its e-mail, until that is deleted; or the SMS gateway's id of its message.
  mail_id uuid references mails (id) on delete set null,
  provider_id text check (length(provider_id) <= 200),
  last_error text check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  constraint notices_about_one check (
    num_nonnulls(event_id, refund_id) = (kind <> 'link')::integer and (kind = 'refund') = (refund_id is not null)),
  -- A move or a refund is told once by each channel, also when its writing is tried again. The index also finds the notices of a deleted refund.
  constraint notices_once unique (event_id, channel),
  constraint notices_refund_once unique (refund_id, channel),
  constraint notices_due_until_over check ((next_at is not null) = (state in ('due', 'sending'))),
  constraint notices_sent_told check ((sent_at is not null) = (state = 'sent')),
  constraint notices_letters_are_written check (channel = 'sms' or state not in ('sending', 'unknown'))
);
-- A link that is requested twice is on its way once.
create unique index notices_link_once on notices (order_id, channel) where kind = 'link' and next_at is not null;
create index notices_due on notices (next_at) where next_at is not null;
create index notices_of_order on notices (order_id, id);
create index notices_of_mail on notices (mail_id) where mail_id is not null;

-- A notice that was sent, or may have been, is never sent again; one that was skipped or failed may be, on request.
create function refuse_resending() returns trigger language plpgsql as $$
begin
  raise exception 'a notice is sent once' using errcode = 'check_violation', constraint = 'notices_sent_once';
end $$;
create trigger notices_sent_once before update of state on notices for each row
  when (old.state in ('sent', 'unknown') and new.state <> old.state) execute function refuse_resending();
