-- Who takes a parcel in the buyer's place gets a short message too: a channel of its own, so that both get theirs of one event, each once.
alter domain notice_channel drop constraint notice_channel_check;
alter domain notice_channel add constraint notice_channel_check check (value in ('email', 'sms', 'receiver')) not valid;
alter table notices drop constraint notices_letters_are_written;
alter table notices add constraint notices_letters_are_written check (channel <> 'email' or state not in ('sending', 'unknown')) not valid;
alter table notices validate constraint notices_letters_are_written;
