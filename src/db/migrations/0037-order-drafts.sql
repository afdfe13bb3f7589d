-- What a client that makes the specification's three calls sends first: the buyer, without lines (docs/product/decisions.md, "The specification's own client runs").
-- No order yet: it holds no pairs and no list shows it. It counts for 30 minutes (domain/placed-order.ts); the job "forget old" deletes it afterwards.
create table order_drafts (
  id uuid primary key,
  -- Null for a guest: then the network the call came from may go on with it, which is kept as a keyed hash only (null: this machine).
  user_id uuid references profiles (id) on delete cascade,
  network_hash text,
  -- The buyer's fields as features/checkout/order-input.ts reads them; `total_amount` as the client worked it out.
  input jsonb not null check (jsonb_typeof(input) = 'object'),
  -- One Idempotency-Key of an owner makes one draft.
  owner text not null,
  idempotency_key text check (length(idempotency_key) between 16 and 200),
  body_hash text not null,
  created_at timestamptz not null default now(),
  discarded_at timestamptz,
  constraint order_drafts_key unique (owner, idempotency_key)
);
create index order_drafts_age on order_drafts (created_at);
create index order_drafts_of_user on order_drafts (user_id) where user_id is not null;
grant select, insert, update, delete on order_drafts to viatu_app;
