-- What Product Management searches and filters by (features/catalogue/stock-filter.ts).

-- The beginning of a style code, however it is written. Names have an index for any part of them since 0001, ids their own.
create index products_by_style on products (lower(style_code) text_pattern_ops) where style_code is not null;
-- What an admin took off the shelf.
create index products_off_shelf on products (created_at desc, id desc) where not is_available and archived_at is null;
-- Sizes that run low or are gone: `lowStock` of domain/catalogue.ts.
create index product_size_low on product_size (product_id) where stock <= 2;
