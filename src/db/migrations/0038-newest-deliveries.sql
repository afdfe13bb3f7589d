-- The list of deliveries that no filter narrows, page by page (features/delivery/list-deliveries.ts).
create index deliveries_newest on deliveries (created_at desc, order_id desc);
