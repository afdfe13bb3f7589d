-- Money that came in cash has a number of the shop's, which no receipt of M-Pesa can be mistaken for. Not valid: every stored receipt fits the wider rule.
create sequence cash_numbers;
grant usage on sequence cash_numbers to viatu_app;
alter domain receipt_code drop constraint receipt_code_check;
alter domain receipt_code add constraint receipt_code_check check (value ~ '^([A-Z0-9]{6,20}|CASH-[1-9][0-9]*)$') not valid;

-- What an admin types from now on is a whole receipt of M-Pesa (docs/product/decisions.md, "Money is what came"). Older rows keep what was typed, and may still be changed.
do $$ begin
  execute format($rule$alter table payment_attempts add constraint payment_attempts_recorded_receipt
    check (recorded_by is null or receipt ~ '^([A-Z0-9]{10}|CASH-[1-9][0-9]*)$' or created_at < %L) not valid$rule$, now());
  execute format($rule$alter table refunds add constraint refunds_typed_receipt
    check (processed_by is null or receipt ~ '^([A-Z0-9]{10}|CASH-[1-9][0-9]*)$' or processed_at < %L) not valid$rule$, now());
end $$;
