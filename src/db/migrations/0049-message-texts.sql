-- Texts to buyers that the shop has changed; the others are those of domain/message-texts.ts.
create table message_texts (
  name text primary key check (name ~ '^[a-z_]{2,40}$'),
  sms text,
  subject text,
  letter text,
  changed_at timestamptz not null,
  changed_by uuid,
  constraint message_texts_any check (num_nonnulls(sms, subject, letter) > 0)
);

-- They are read with the settings (0040-shop-settings.sql).
create trigger message_texts_changed after insert or update or delete on message_texts for each statement execute function notify_settings_changed();
