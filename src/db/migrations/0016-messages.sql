-- Messages: what waits to be sent to one person (docs/decisions/0008 and 0079), and notices to buyers about their orders (docs/decisions/0021).

-- Of a message that was cut off while it was sent nobody knows whether it arrived: it is `unknown`.
create domain message_state as text check (value in ('due', 'sending', 'sent', 'unknown', 'failed', 'skipped'));

-- The row itself is the job: a message with a next_at is still to be sent; the id is also the left half of an e-mail's Message-ID.
create table messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  way text not null default 'email' check (way in ('email', 'sms')),
  -- Of an e-mail; the number of a short message is read when it is sent.
  to_address text,
  -- The account of the message, also when it went to a former address or one that was never confirmed. Null once there is no account.
  user_id uuid references profiles (id),
  rider_day_id uuid references rider_days (id),
  subject text constraint messages_subject_line check (subject <> '' and subject !~ '[[:cntrl:]]'),
  html text,
  text text,
  -- Of an e-mail that was asked for by address: the page after its link, a path of the shop, checked before it is written (domain/own-path.ts). Null for the
  -- e-mail's own page. Recording the request takes as long for an address without an account: a job looks the address up, and writes the words.
  redirect text check (redirect like '/%' and length(redirect) <= 500),
  created_at timestamptz not null default now(),
  state message_state not null default 'due',
  next_at timestamptz default now(),
  tries integer not null default 0 check (tries >= 0),
  -- Until when it is news: after that it is given up, however the mail server was doing.
  send_before timestamptz,
  sent_at timestamptz,
  outcome text check (outcome in ('smtp', 'outbox')),
  given_up_at timestamptz,
  last_error text,
  body_deleted_at timestamptz,
  constraint messages_addressed check (way = 'sms' or to_address is not null),
  -- Exactly one address: it becomes a header and a command to a mail server. One that was asked for may be anything, until its e-mail is written.
  constraint messages_to_one check (length(to_address) <= 320 and (text is null or to_address ~ '^[^[:space:][:cntrl:]<>(),;:"\\@]+@[^[:space:][:cntrl:]<>(),;:"\\@]+$')),
  -- Links must not be kept. What has no text yet is written by a job, all of it at once.
  constraint messages_body check (case
    when body_deleted_at is not null then num_nonnulls(html, text) = 0 and next_at is null
    when way = 'sms' then num_nonnulls(subject, html) = 0
    when state = 'sent' or num_nonnulls(subject, html, text) > 0 then num_nulls(subject, html, text) = 0
    else true end),
  constraint messages_short check (way = 'email' or length(text) between 1 and 400),
  constraint messages_of_one_rider check ((rider_day_id is not null) = (kind = 'rider-link')),
  constraint messages_due_until_over check ((next_at is not null) = (state in ('due', 'sending'))),
  constraint messages_sent_told check ((sent_at is not null) = (state = 'sent')),
  constraint messages_given_up_told check ((given_up_at is not null) = (state in ('unknown', 'failed', 'skipped'))),
  constraint messages_outcome_told check ((outcome is not null) = (way = 'email' and state = 'sent')),
  -- A mail server is asked again under the same Message-ID, so no e-mail is in doubt.
  constraint messages_only_sms_in_doubt check (way = 'sms' or state not in ('sending', 'unknown'))
);
create index messages_due on messages (way, next_at) where next_at is not null;
create index messages_newest on messages (created_at desc, id desc);
create index messages_of_user on messages (user_id) where user_id is not null;
create index messages_to_forget on messages (created_at) where body_deleted_at is null;
create unique index messages_once_a_rider on messages (rider_day_id) where rider_day_id is not null;

create domain notice_kind as text check (value in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'refund', 'link', 'late'));
-- `receiver`: a short message to who takes a parcel in the buyer's place, so that both get theirs of one event, each once.
create domain notice_channel as text check (value in ('email', 'sms', 'receiver'));

-- A notice is written by the statement of the move that it tells; a due notice has a next_at. It holds no address, no number and no text: it takes those from
-- the order at the moment of sending. It is about an event, about a refund (money came for an order that cannot take it, and goes back), or, as an order that
-- comes late, or a link that a buyer has lost and requests again, about neither (features/orders/track-order.ts).
create table notices (
  id bigint generated always as identity primary key,
  event_id bigint references order_events (id) on delete cascade,
  refund_id uuid references refunds (id) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  kind notice_kind not null,
  channel notice_channel not null,
  state message_state not null default 'due',
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz,
  sent_at timestamptz,
  -- The id of its e-mail, until that is deleted; or the SMS gateway's id of its message.
  mail_id uuid references messages (id) on delete set null,
  provider_id text check (length(provider_id) <= 200),
  last_error text check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  constraint notices_about_one check (
    num_nonnulls(event_id, refund_id) = (kind not in ('link', 'late'))::integer and (kind = 'refund') = (refund_id is not null)),
  -- A move or a refund is told once by each channel, also when its writing is tried again. The index also finds the notices of a deleted refund.
  constraint notices_once unique (event_id, channel),
  constraint notices_refund_once unique (refund_id, channel),
  constraint notices_due_until_over check ((next_at is not null) = (state in ('due', 'sending'))),
  constraint notices_sent_told check ((sent_at is not null) = (state = 'sent')),
  constraint notices_letters_are_written check (channel <> 'email' or state not in ('sending', 'unknown'))
);
-- A link that is requested twice is on its way once, and lateness is told once.
create unique index notices_link_once on notices (order_id, channel) where kind = 'link' and next_at is not null;
create unique index notices_late_once on notices (order_id, channel) where kind = 'late';
create index notices_due on notices (next_at) where next_at is not null;
create index notices_of_order on notices (order_id, id);
create index notices_of_mail on notices (mail_id) where mail_id is not null;

-- What was sent, or may have been, is never sent again; a notice that was skipped or failed may be, on request.
create function refuse_resending() returns trigger language plpgsql as $$
begin
  raise exception 'a notice is sent once' using errcode = 'check_violation', constraint = 'notices_sent_once';
end $$;
create trigger notices_sent_once before update of state on notices for each row
  when (old.state in ('sent', 'unknown') and new.state <> old.state) execute function refuse_resending();
create trigger messages_sent_once before update of state on messages for each row
  when (old.state in ('sent', 'unknown') and new.state <> old.state) execute function refuse_rewriting();

-- Dated here, because the sender of all kinds of messages knows no such column.
create function date_end_of_message() returns trigger language plpgsql as $$
begin
  new.given_up_at := now();
  return new;
end $$;
create trigger messages_date_end before update of state on messages for each row
  when (new.state in ('unknown', 'failed', 'skipped') and new.given_up_at is null) execute function date_end_of_message();
