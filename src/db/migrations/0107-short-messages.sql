-- Short messages to owners, the links of riders, and e-mails that somebody asked for by address and whose words a job writes, are rows of `messages` too
-- (docs/decisions/0079). A process that reads the old tables cannot work beside this one: it is closed before the first of this version starts.

-- What is being written is waited for, and copied too.
lock table auth.email_requests, owner_messages in access exclusive mode;

alter table messages
  add column way text not null default 'email' constraint messages_way_check check (way in ('email', 'sms')),
  -- Of an e-mail that was asked for: the page after its link, a path of the shop, checked before it is written (domain/own-path.ts). Null for the e-mail's own page.
  add column redirect text constraint messages_redirect_check check (redirect like '/%' and length(redirect) <= 500),
  add column rider_day_id uuid references rider_days (id),
  alter column to_address drop not null,
  alter column subject drop not null;
alter table messages drop constraint messages_body, drop constraint messages_letters_are_written, drop constraint messages_outcome_told, drop constraint messages_to_one;
alter table messages
  -- Of a short message, the number is read when it is sent.
  add constraint messages_addressed check (way = 'sms' or to_address is not null),
  -- Exactly one address: it becomes a header and a command to a mail server. One that was asked for may be anything, until its e-mail is written.
  add constraint messages_to_one check (length(to_address) <= 320 and (text is null or to_address ~ '^[^[:space:][:cntrl:]<>(),;:"\\@]+@[^[:space:][:cntrl:]<>(),;:"\\@]+$')),
  -- Links must not be kept. What has no text yet is written by a job, all of it at once.
  add constraint messages_body check (case
    when body_deleted_at is not null then num_nonnulls(html, text) = 0 and next_at is null
    when way = 'sms' then num_nonnulls(subject, html) = 0
    when state = 'sent' or num_nonnulls(subject, html, text) > 0 then num_nulls(subject, html, text) = 0
    else true end),
  add constraint messages_short check (way = 'email' or length(text) between 1 and 400),
  add constraint messages_of_one_rider check ((rider_day_id is not null) = (kind = 'rider-link')),
  add constraint messages_outcome_told check ((outcome is not null) = (way = 'email' and state = 'sent')),
  -- A mail server is asked again under the same Message-ID, so no e-mail is in doubt.
  add constraint messages_only_sms_in_doubt check (way = 'sms' or state not in ('sending', 'unknown'));
drop index messages_due;
create index messages_due on messages (way, next_at) where next_at is not null;
create unique index messages_once_a_rider on messages (rider_day_id) where rider_day_id is not null;

-- Dated here, because the sender of all kinds of messages knows no such column.
create function date_end_of_message() returns trigger language plpgsql as $$
begin
  new.given_up_at := now();
  return new;
end $$;
create trigger messages_date_end before update of state on messages for each row
  when (new.state in ('unknown', 'failed', 'skipped') and new.given_up_at is null) execute function date_end_of_message();

insert into messages (kind, to_address, redirect, created_at, next_at, tries) select kind, email, redirect, created_at, next_try_at, tries from auth.email_requests;
drop table auth.email_requests;

insert into messages (kind, way, user_id, text, created_at, next_at, tries, state, sent_at, given_up_at, last_error)
select 'mpesa-changed', 'sms', user_id, text, created_at, next_at, tries,
  case when sent_at is not null then 'sent' when next_at is not null then 'due' when last_error = 'cut off while it was sent' then 'unknown' else 'failed' end,
  sent_at, case when num_nonnulls(sent_at, next_at) = 0 then now() end, last_error
from owner_messages;
drop table owner_messages;

insert into messages (kind, way, rider_day_id, created_at, next_at, tries, state, sent_at, given_up_at, last_error)
select 'rider-link', 'sms', id, created_at, link_next_at, link_tries,
  case when link_sent_at is not null then 'sent' when link_next_at is not null then 'due' when link_error = 'cut off while it was sent' then 'unknown' else 'failed' end,
  link_sent_at, case when num_nonnulls(link_sent_at, link_next_at) = 0 then now() end, link_error
from rider_days where link_tries > 0 or num_nonnulls(link_sent_at, link_next_at) > 0;
drop index rider_days_link_due;
alter table rider_days drop constraint rider_days_link, drop column link_next_at, drop column link_tries, drop column link_sent_at, drop column link_error;
