-- A shop whose M-Pesa account takes no prompt hears of it (domain/alert.ts). Both tables are small: alerts are forgotten after some days, and choices are of staff.
alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check
  check (kind in ('paid', 'refund', 'review', 'account', 'last_pair', 'payout', 'affiliate', 'late', 'backup', 'digest')) not valid;
alter table alerts validate constraint alerts_kind_check;

alter table alert_settings drop constraint alert_settings_chosen;
alter table alert_settings add constraint alert_settings_chosen check (
  array_to_string(chosen, ',') ~ '^(((paid|refund|review|account|last_pair|payout|affiliate|late|backup|digest) (push|sms|email))(,(?!$)|$))*$') not valid;
alter table alert_settings validate constraint alert_settings_chosen;
