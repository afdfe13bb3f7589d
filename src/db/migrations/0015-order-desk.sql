-- What Order Management stands on: finding an order by what people say of it, notes that no buyer sees, and refunds that were made.

-- A part of a name, or of a number as somebody remembers it; the short code and the whole id are looked up in the key itself, receipts in theirs.
create index orders_by_name on orders using gin (customer_name gin_trgm_ops, customer_phone gin_trgm_ops);
-- Common names and rare ones are looked for in different ways: the planner has to know which is which.
alter table orders alter column customer_name set statistics 1000;
-- What was paid since somebody last looked.
create index orders_paid_lately on orders (paid_at) where paid_at is not null;

-- What admins write about an order for each other. Each row is a version, the last one stands; nobody rewrites what somebody else wrote.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  note text not null check (length(note) <= 2000),
  -- The version that its author had before them: two that replace the same one cannot both stand.
  replaces bigint,
  author_id uuid,
  created_at timestamptz not null default now()
);
create unique index order_notes_of_order on order_notes (order_id, coalesce(replaces, 0));
revoke update, delete on order_notes from viatu_app;

-- What was written about a buyer goes when the buyer is taken out of the order.
create function forget_notes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_notes where order_id = new.id;
  return null;
end $$;
create trigger orders_forget_notes after update of anonymised_at on orders for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function forget_notes();

-- Money that a person says went back can show the receipt of its reversal, and stays gone.
alter table refunds add constraint refunds_receipted check (state <> 'done' or (processed_at is not null and (receipt is not null or processed_by is null)));
create trigger refunds_stay_done before update on refunds for each row
  when (old.state = 'done' and (new.state <> 'done' or new.amount <> old.amount or new.receipt is distinct from old.receipt)) execute function refuse_unpaying();
