-- Receipts: every code of M-Pesa, and every number that the shop gives to cash, is one movement of money, and is booked once in the whole shop: as the payment of a
-- buyer, as money that went back, or as a payout. Payments, refunds, payouts and orders point here.
create table receipts (
  code receipt_code primary key,
  kind text not null constraint receipts_kind_check check (kind in ('payment', 'refund', 'payout')),
  -- The payment attempt, the refund or the payout. Without a reference: Clear All User Data deletes payouts, and their codes stay used.
  owner_id uuid not null,
  amount numeric(12, 2) not null constraint receipts_amount_check check (amount > 0),
  booked_at timestamptz not null default now()
);

insert into receipts (code, kind, owner_id, amount, booked_at)
select receipt, 'payment', id, amount, settled_at from payment_attempts where receipt is not null
union all select receipt, 'refund', id, amount, processed_at from refunds where receipt is not null
union all select receipt, 'payout', id, amount, processed_at from affiliate_payouts where receipt is not null
union all select code, 'payout', id, amount, unrecorded_payment_at from affiliate_payouts, unnest(unrecorded_receipts) code where code is distinct from receipt;

-- Cleared payouts come back under their codes.
insert into receipts (code, kind, owner_id, amount)
select row ->> 'receipt', 'payout', (row ->> 'id')::uuid, (row ->> 'amount')::numeric from data_snapshot_rows
where table_name = 'affiliate_payouts' and row ->> 'receipt' is not null on conflict do nothing;

do $$ begin
  if (select count(*) || ' ' || coalesce(sum(amount), 0) from receipts where kind = 'payment') is distinct from
      (select count(*) || ' ' || coalesce(sum(amount), 0) from payment_attempts where receipt is not null)
    or (select count(*) || ' ' || coalesce(sum(amount), 0) from receipts where kind = 'refund') is distinct from
      (select count(*) || ' ' || coalesce(sum(amount), 0) from refunds where receipt is not null) then
    raise exception 'the receipts do not have the sums of the payments and the refunds';
  end if;
end $$;

alter table payment_attempts drop constraint payment_attempts_receipt_key, add constraint payment_attempts_receipt_fkey foreign key (receipt) references receipts (code);
alter table refunds drop constraint refunds_receipt_key, add constraint refunds_receipt_fkey foreign key (receipt) references receipts (code);
alter table affiliate_payouts drop constraint affiliate_payouts_receipt_key, add constraint affiliate_payouts_receipt_fkey foreign key (receipt) references receipts (code);
alter table orders add constraint orders_mpesa_receipt_number_fkey foreign key (mpesa_receipt_number) references receipts (code);
create index affiliate_payouts_by_receipt on affiliate_payouts (receipt) where receipt is not null;
-- Triggers write it, for every writer.
revoke insert, update, delete, truncate on receipts from viatu_app;

-- Books a code for the row that names it; raises `receipts_pkey` where another row has it. People and M-Pesa may write one code at the same moment, in transactions that take their
-- locks in different orders: who comes second does not wait but is refused, except M-Pesa's word on a prompt, which waits, holding its order and its attempt, because nobody who has
-- a code waits for those.
create function book_receipt(receipt receipt_code, of_kind text, of_id uuid, sum numeric, waits boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key bigint := hashtextextended(receipt, 7214015);
  booked receipts;
begin
  if waits then perform pg_advisory_xact_lock(key);
  elsif not pg_try_advisory_xact_lock(key) then
    raise exception 'this receipt is being written by somebody else' using errcode = 'unique_violation', constraint = 'receipts_pkey';
  end if;
  insert into receipts (code, kind, owner_id, amount) values (receipt, of_kind, of_id, sum) on conflict do nothing;
  select * into booked from receipts where code = receipt;
  if (booked.kind, booked.owner_id) is distinct from (of_kind, of_id) then
    raise exception 'this receipt is booked already' using errcode = 'unique_violation', constraint = 'receipts_pkey';
  end if;
end $$;

create function book_receipt_of_payment() returns trigger language plpgsql as $$
begin
  perform book_receipt(new.receipt, 'payment', new.id, new.amount, new.recorded_by is null);
  return new;
end $$;
create trigger payment_attempts_book before insert or update of receipt on payment_attempts for each row
  when (new.receipt is not null) execute function book_receipt_of_payment();

create function book_receipt_of_refund() returns trigger language plpgsql as $$
begin
  perform book_receipt(new.receipt, 'refund', new.id, new.amount, false);
  return new;
end $$;
create trigger refunds_book before insert or update of receipt on refunds for each row
  when (new.receipt is not null) execute function book_receipt_of_refund();

-- Codes that could not be recorded are booked too: their money has moved. A person who has looked and takes them off the review list frees those that were no such money.
create function book_receipts_of_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  earlier text[] := case when tg_op = 'UPDATE' then old.unrecorded_receipts else '{}' end;
  code text;
begin
  foreach code in array array_append(new.unrecorded_receipts, new.receipt::text) loop
    if code is not null then perform book_receipt(code, 'payout', new.id, new.amount, false); end if;
  end loop;
  delete from receipts r where r.kind = 'payout' and r.owner_id = new.id and r.code = any(earlier)
    and r.code <> all(new.unrecorded_receipts) and r.code is distinct from new.receipt;
  return new;
end $$;
create trigger affiliate_payouts_book before insert or update of receipt, unrecorded_receipts on affiliate_payouts for each row
  execute function book_receipts_of_payout();
