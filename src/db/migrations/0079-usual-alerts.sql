-- Null where nothing was chosen by hand: what is usual holds then, and follows the devices of the person (domain/alert.ts). Until now quiet hours that were saved alone
-- stored what was usual as if it had been chosen.
alter table alert_settings alter column chosen drop not null;
with usual (choices) as (values ('{paid push,refund push,refund email,review push,review email,last_pair push,payout push,payout email,affiliate email,late push,backup push,backup email,digest email}'::text[]))
update alert_settings set chosen = null from usual where chosen @> choices and chosen <@ choices;
