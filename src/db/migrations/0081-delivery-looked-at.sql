-- When somebody of the shop has looked at what buyers pay for delivery, before it opens.
alter table shop_opening add column delivery_seen_at timestamptz, add column delivery_seen_by uuid;
