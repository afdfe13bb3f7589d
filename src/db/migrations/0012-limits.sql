-- Limits: how often something may be done (domain/limits.ts), and what the assistant may cost.

-- How often something was done lately, by limit and by a keyed hash of what it is counted by: account, phone or network.
-- Unlogged: a crash forgets the uses, which costs nothing, and an order waits for no disk on their account.
create unlogged table rate_limits (
  limit_name text not null,
  key_hash text not null,
  -- Mark of a use -> until when it counts, in seconds since 1970.
  uses jsonb not null check (jsonb_typeof(uses) = 'object'),
  -- Past it no use counts any more.
  expires_at timestamptz not null,
  primary key (limit_name, key_hash)
);
create index rate_limits_expired on rate_limits (expires_at);

-- What the assistant's model has cost in a day of the shop, for all processes (docs/decisions/0019). Reserved before the model is asked, settled after it has
-- answered: a process that dies in between has spent what was reserved.
create table assistant_spending (
  -- In Nairobi.
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);

revoke update, delete on assistant_spending from viatu_app;
grant update (tokens) on assistant_spending to viatu_app;
