-- When what a product's page says last changed, for the sitemap; null while it is as it was made. Stock comes and goes with every sale and does not count.
alter table products add column changed_at timestamptz;

create function note_product_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger product_says_something_else before update on products for each row
  when ((old.name, old.description, old.price, old.discount_percentage, old.category_id, old.is_available, old.archived_at)
    is distinct from (new.name, new.description, new.price, new.discount_percentage, new.category_id, new.is_available, new.archived_at))
  execute function note_product_change();
