-- Payouts that were sent, and rejected before a last look was asked for: migration 10 left them as they were, but a constraint that is not valid yet
-- refuses every change of their rows all the same. So M-Pesa could not tell that it had paid one after all, and whoever had asked for it could not delete
-- their account.
update affiliate_payouts set asked_at = processed_at where status = 'rejected' and sent_at is not null and asked_at is null;
alter table affiliate_payouts validate constraint affiliate_payouts_last_look;
