-- What waits to be sent to one person is a row of one table, `messages` (docs/decisions/0079): e-mails first, which keep all that they were.
-- A process that reads the old names cannot work beside this one: it is closed before the first of this version starts.

alter table mails rename to messages;
alter table messages rename column next_try_at to next_at;
alter index mails_due rename to messages_due;
alter index mails_newest rename to messages_newest;
alter index mails_of_user rename to messages_of_user;
alter index mails_to_forget rename to messages_to_forget;
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'messages'::regclass and conname like 'mails\_%' loop
    execute format('alter table messages rename constraint %I to %I', name, regexp_replace(name, '^mails', 'messages'));
  end loop;
end $$;

-- The states are those of notices: an e-mail that was given up has failed.
alter table messages add column state notice_state not null default 'due';
update messages set state = case when sent_at is not null then 'sent' when given_up_at is not null then 'failed' else 'due' end;
alter domain notice_state rename to message_state;
alter domain message_state rename constraint notice_state_check to message_state_check;

alter table messages drop constraint messages_one_end, drop constraint messages_due_until_over, drop constraint messages_outcome_told;
alter table messages
  add constraint messages_due_until_over check ((next_at is not null) = (state in ('due', 'sending'))),
  add constraint messages_sent_told check ((sent_at is not null) = (state = 'sent')),
  add constraint messages_given_up_told check ((given_up_at is not null) = (state in ('unknown', 'failed', 'skipped'))),
  add constraint messages_outcome_told check ((outcome is not null) = (state = 'sent')),
  -- A mail server is asked again under the same Message-ID, so no e-mail is in doubt.
  add constraint messages_letters_are_written check (state not in ('sending', 'unknown'));
create trigger messages_sent_once before update of state on messages for each row
  when (old.state in ('sent', 'unknown') and new.state <> old.state) execute function refuse_rewriting();
