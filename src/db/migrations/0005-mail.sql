-- Letters to people. The row is the job: what has a next_try_at is still to go out; the id is also the left half of the letter's Message-ID.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind <> ''),
  -- One address and nothing else: it becomes a header and a command to a mail server.
  to_address text not null constraint mails_to_one check (to_address ~ '^[^[:space:][:cntrl:]<>(),;:"\\@]+@[^[:space:][:cntrl:]<>(),;:"\\@]+$' and length(to_address) <= 320),
  subject text not null constraint mails_subject_line check (subject <> '' and subject !~ '[[:cntrl:]]'),
  html text,
  text text,
  created_at timestamptz not null default now(),
  next_try_at timestamptz default now(),
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz,
  outcome text check (outcome in ('smtp', 'outbox')),
  given_up_at timestamptz,
  last_error text,
  forgotten_at timestamptz,
  constraint mails_one_end check (sent_at is null or given_up_at is null),
  constraint mails_due_until_over check ((next_try_at is null) = (sent_at is not null or given_up_at is not null)),
  constraint mails_outcome_told check ((outcome is null) = (sent_at is null)),
  -- Links must not lie around; but nothing is forgotten that has still to go out.
  constraint mails_body check (case when forgotten_at is null then html is not null and text is not null else html is null and text is null and next_try_at is null end)
);
create index mails_due on mails (next_try_at) where next_try_at is not null;
create index mails_newest on mails (created_at desc, id desc);
create index mails_to_forget on mails (created_at) where forgotten_at is null;
grant select, insert, update, delete on mails to viatu_app;
