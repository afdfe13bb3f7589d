-- A buyer whose money came for an order that cannot take it is told that it goes back: a notice about a refund instead of an event (docs/decisions/0021).
alter table notices alter column event_id drop not null;
alter table notices add column refund_id uuid references refunds (id) on delete cascade;
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'refund'));
alter table notices add constraint notices_about_one check (num_nonnulls(event_id, refund_id) = 1 and (kind = 'refund') = (refund_id is not null));
-- Once each, as for events; it is also what a deleted refund looks for.
alter table notices add constraint notices_refund_once unique (refund_id, channel);
