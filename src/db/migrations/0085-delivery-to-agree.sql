-- An order of a client that knows no delivery: it has no option, no days and no fee until the shop names an option, and does not leave the shop before.
alter table orders
  add column delivery_to_agree boolean not null default false,
  add constraint orders_delivery_to_agree
    check (not delivery_to_agree or (delivery_kind is null and status not in ('shipped', 'delivered', 'commission_earned'))) not valid;
alter table orders validate constraint orders_delivery_to_agree;
