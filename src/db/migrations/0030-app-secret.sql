-- The secret that sealed what this database holds, by a mark that reveals nothing of it: so that a shop that was started with another one says so.
create table app_secret_mark (
  singleton boolean primary key default true check (singleton),
  mark text not null
);
