-- How often somebody did something lately, by limit (domain/limits.ts) and by a keyed hash of who it was: account, phone or network.
-- Unlogged: a crash forgets the turns, which costs nothing, and an order waits for no disk on their account.
create unlogged table turns (
  limit_name text not null,
  key_hash text not null,
  -- Mark of a turn -> until when it counts, in seconds since 1970.
  taken jsonb not null check (jsonb_typeof(taken) = 'object'),
  -- Past it no turn counts any more.
  expires_at timestamptz not null,
  primary key (limit_name, key_hash)
);
create index turns_expired on turns (expires_at);
grant select, insert, update, delete on turns to viatu_app;
