-- What all areas stand on: the app's own role, rules that many columns keep, and what processes tell each other.
--
-- The schema has one file for each area, in an order in which an area refers only to those before it; one foreign key comes late, `callbacks` to
-- `affiliate_payouts`, and stands where its target does. Each file has first the tables with their rules and indexes, then functions and triggers, then the
-- rights of the app's own role. Rows that every shop begins with are beside their table. The database checks every rule of the program a second time (spec §3,
-- and "Schema beyond spec §3" of docs/product/decisions.md).

-- For searches by any part of a word, and with typos.
create extension if not exists pg_trgm;

-- The app's role owns nothing, and can neither alter nor truncate. By default it may read and write the tables of public; the end of each area's file revokes
-- that for tables that only grow, or that only triggers write.
do $$ begin
  if not exists (select from pg_roles where rolname = 'viatu_app') then create role viatu_app nologin; end if;
end $$;
grant usage on schema public to viatu_app;
alter default privileges in schema public grant select, insert, update, delete on tables to viatu_app;
revoke all on schema_migrations from viatu_app;

-- Rules of one column are domains where a checkout writes the column: PostgreSQL reads the text of a table's check anew for each statement that writes to the
-- table, and that of a domain once a connection, for columns that are written (docs/decisions/0064). A rule of several columns stays with its table; a domain of
-- one area stands in its file.
create domain phone_number as text check (value ~ '^254[17][0-9]{8}$');
create domain person_name as text check (length(value) between 1 and 200);
create domain email_address as text check (length(value) <= 254);
create domain street_address as text check (length(value) between 1 and 500);
-- M-Pesa's, or the shop's own number of money that came in cash, which no receipt of M-Pesa can be mistaken for.
create domain receipt_code as text check (value ~ '^([A-Z0-9]{6,20}|CASH-[1-9][0-9]*)$');
create domain payment_amount as numeric(12, 2) check (value between 1 and 250000 and value = trunc(value));
create domain commission_rate as numeric(5, 4) check (value between 0 and 0.3);
create domain non_negative_integer as integer check (value >= 0);

-- Rules for the tables of several areas, which the owner cannot break either. A paid row stays paid: neither a late failure nor a manual correction may undo
-- money that was recorded.
create function refuse_changing_paid() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid stays as it was paid' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'what was written stays as it was written' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;

-- Tells every process of the shop that all its cached pages are outdated (db/listen-notify.ts). A change that fewer pages show names them (0006-page-keys.sql).
create function notify_shelf_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed;
  return null;
end $$;

-- A change that is not told yet, written in a transaction of money: `notify` takes a lock that is held until the commit is on the disk, so that payments would
-- wait for each other (docs/decisions/0040). The notifier of any process takes the rows away and notifies (db/listen-notify.ts). Unlogged: a crash of the server
-- forgets them, and every process reconnects then, which counts as a change. No primary key: the same change may be written twice, and is told once.
create domain change_channel as text check (value in ('shelf_changed', 'order_changed'));
create unlogged table changes (
  channel change_channel not null,
  payload text not null default ''
);
comment on column changes.payload is 'The id of an order, or of a product.';
