-- A buyer who has lost the link of an order asks for it again (features/orders/track-order.ts): a notice of its own, about no move and no refund.
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('received', 'confirmed', 'paid', 'shipped', 'delivered', 'cancelled', 'refund', 'link'));
alter table notices drop constraint notices_about_one;
alter table notices add constraint notices_about_one check (
  num_nonnulls(event_id, refund_id) = (kind <> 'link')::integer and (kind = 'refund') = (refund_id is not null));
-- Pressed twice, it is on its way once.
create unique index notices_link_once on notices (order_id, channel) where kind = 'link' and next_at is not null;
