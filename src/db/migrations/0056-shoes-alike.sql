-- The nearest prices of a category: what a product without other colours shows below it, and lists of a category by price.
create index products_of_category_by_price on products (category_id, unit_price, id) where archived_at is null;
