-- Whether somebody of the shop reads the products of the panel as a table; cards by default (spec §2).
alter table profiles add column products_as_table boolean not null default false;
