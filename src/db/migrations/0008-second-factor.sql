-- What accounts were found to need: a code counts once, a change of address knows its session, the last three links work, and one letter that fails
-- keeps no other waiting.

-- An app shows a code for half a minute and it is taken for a while longer: whoever reads it over a shoulder must not come in by it too. Kept as keyed hashes.
create table auth.used_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  primary key (user_id, code_hash)
);
create index used_codes_age on auth.used_codes (expires_at);
grant select, insert, update, delete on auth.used_codes to viatu_app;

-- Which session asked for a new address: it is the one that stays. No foreign key: a session that is over keeps nothing alive.
alter table auth.links add column session_id uuid;
alter table auth.links add constraint links_session check (kind = 'change' or session_id is null);

-- A stranger who asks for somebody's letters again must not make those useless that have come: three open at a time. A new address is asked for by
-- whoever is signed in, and may have been misspelt: only the last one opens.
alter table auth.links drop constraint links_user_id_kind_key;
alter table auth.links add column place smallint not null default 1;
alter table auth.links add constraint links_place check (place between 1 and case when kind = 'change' then 1 else 3 end);
alter table auth.links add constraint links_user_id_kind_place_key unique (user_id, kind, place);

alter table auth.letter_requests
  add column tries integer not null default 0 check (tries >= 0),
  add column next_try_at timestamptz not null default now();
create index letter_requests_due on auth.letter_requests (next_try_at, id);
