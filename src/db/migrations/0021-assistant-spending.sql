-- What the assistant's model has cost in a day of the shop, for all processes (docs/decisions/0019). Reserved before the model is asked, settled after it has
-- answered: who dies in between has spent what was reserved.
create table assistant_spending (
  -- In Nairobi.
  day date primary key,
  tokens bigint not null check (tokens >= 0)
);
revoke all on assistant_spending from viatu_app;
grant select, insert, update (tokens) on assistant_spending to viatu_app;
