-- Limits: how often an action is allowed (domain/limits.ts), and what the assistant may cost.

-- Recent uses, by limit and by a keyed hash of their key: account, phone or network. Unlogged: a crash forgets the uses, which costs nothing, and an order does
-- not wait for the disk because of them.
create unlogged table rate_limits (
  limit_name text not null,
  key_hash text not null,
  -- Id of a use -> until when it counts, in seconds since 1970.
  uses jsonb not null check (jsonb_typeof(uses) = 'object'),
  -- After this instant no use counts any more.
  expires_at timestamptz not null,
  primary key (limit_name, key_hash)
);
create index rate_limits_expired on rate_limits (expires_at);

-- The daily cost of the assistant's model, for all processes (docs/decisions/0019). Reserved before the model is asked, settled after it has answered: a
-- process that dies in between has spent its reservation.
create table assistant_spending (
  -- In Nairobi.
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);

revoke update, delete on assistant_spending from viatu_app;
grant update (tokens) on assistant_spending to viatu_app;
