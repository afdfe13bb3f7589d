-- What buyers are told of their orders, by e-mail and by SMS (docs/decisions/0021). A row is written by the move that it tells of, in its statement; what is
-- due has a next_at. It holds no address, no number and no words: those are the order's, at the moment of sending.
create table notices (
  id bigint generated always as identity primary key,
  event_id bigint not null references order_events (id) on delete cascade,
  order_id uuid not null references orders (id) on delete cascade,
  kind text not null check (kind in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled')),
  channel text not null check (channel in ('email', 'sms')),
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'unknown', 'failed', 'skipped')),
  tries integer not null default 0 check (tries >= 0),
  next_at timestamptz,
  sent_at timestamptz,
  -- The letter that it became, until that is forgotten; or what the SMS gateway calls its message.
  mail_id uuid references mails (id) on delete set null,
  provider_id text check (length(provider_id) <= 200),
  last_error text check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  -- Once each: whatever is tried again, a move is told once by each way.
  constraint notices_once unique (event_id, channel),
  constraint notices_due_until_over check ((next_at is not null) = (state in ('due', 'sending'))),
  constraint notices_sent_told check ((sent_at is not null) = (state = 'sent')),
  constraint notices_letters_are_written check (channel = 'sms' or state not in ('sending', 'unknown'))
);
create index notices_due on notices (next_at) where next_at is not null;
create index notices_of_order on notices (order_id, id);
create index notices_of_mail on notices (mail_id) where mail_id is not null;
grant select, insert, update, delete on notices to viatu_app;

-- What was sent or may have been is never sent again; what was skipped or failed may be, when somebody asks for it.
create function refuse_resending() returns trigger language plpgsql as $$
begin
  raise exception 'a notice is sent once' using errcode = 'check_violation', constraint = 'notices_sent_once';
end $$;
create trigger notices_sent_once before update of state on notices for each row
  when (old.state in ('sent', 'unknown') and new.state <> old.state) execute function refuse_resending();

-- A letter that is news only so long: given up after that, however the mail server was doing.
alter table mails add column good_until timestamptz;
