-- M-Pesa hides payers' numbers: money that the shop knows only from M-Pesa's record is kept without one (docs/product/decisions.md). Not valid: every stored row has its number.
alter table payment_attempts alter column phone drop not null;
alter table payment_attempts add constraint payment_attempts_phone check (phone is not null or source = 'recorded') not valid;
