-- A change of a product names the pages that show it, so that all others stay cached (docs/decisions/0041). `shelf_changed` carries a key of web/public-page.ts,
-- or nothing where every page may have changed. What else pages show says its key beside its table.

-- The keys of the pages that show these products: their own, those of their other colours, all lists, and the categories they are in or, of `places`, were in.
create function page_keys(ids uuid[], places uuid[]) returns setof text language sql stable set search_path = public, pg_temp as $$
  with changed as (select category_id, style_code from products where id = any (ids))
  select 'lists'
  union select 'category-' || each.slug from categories c left join categories above on above.id = c.parent_id
    cross join lateral (values (c.slug), (above.slug)) as each (slug)
    where each.slug is not null and (c.id = any (places) or c.id in (select category_id from changed))
  union select 'product-' || left(id::text, 8) from unnest(ids) as id
  union select 'product-' || left(id::text, 8) from products where style_code in (select style_code from changed)
$$;

-- Many at once, such as an import, are all pages.
create function notify_pages(ids uuid[], places uuid[]) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  keys text[];
begin
  if cardinality(ids) = 0 then return; end if;
  -- Not asked for where there are too many.
  if cardinality(ids) <= 50 then keys := array(select page_keys(ids, places)); end if;
  if keys is null or cardinality(keys) > 100 then
    notify shelf_changed;
  else
    perform pg_notify('shelf_changed', key) from unnest(keys) as key;
  end if;
end $$;

create function notify_products_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform notify_pages(array(select id from fresh), '{}');
  elsif tg_op = 'DELETE' then
    perform notify_pages(array(select id from stale), array(select category_id from stale));
  else
    perform notify_pages(array(select id from fresh), array(select category_id from stale));
  end if;
  return null;
end $$;
create trigger products_come after insert on products referencing new table as fresh for each statement execute function notify_products_changed();
create trigger products_change after update on products referencing old table as stale new table as fresh
  for each statement execute function notify_products_changed();
create trigger products_go after delete on products referencing old table as stale for each statement execute function notify_products_changed();

-- Pictures and sizes.
create function notify_product_parts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform notify_pages(array(select distinct product_id from stale), '{}');
  else
    perform notify_pages(array(select distinct product_id from fresh), '{}');
  end if;
  return null;
end $$;
create trigger pictures_come after insert on product_images referencing new table as fresh for each statement execute function notify_product_parts_changed();
create trigger pictures_change after update on product_images referencing new table as fresh for each statement execute function notify_product_parts_changed();
create trigger pictures_go after delete on product_images referencing old table as stale for each statement execute function notify_product_parts_changed();
create trigger sizes_come after insert on product_size referencing new table as fresh for each statement execute function notify_product_parts_changed();
create trigger sizes_go after delete on product_size referencing old table as stale for each statement execute function notify_product_parts_changed();

-- An order may sell a size out, and no transaction of money notifies: a row of `changes` names only the product, because its keys take a query. The notifier
-- finds them (db/listen-notify.ts). A sale changes what a page shows only when a size sells out or comes back.
create function note_shelf_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into changes (channel, payload) values ('shelf_changed', new.product_id::text);
  return null;
end $$;
create trigger size_sold_out_or_back after update of stock on product_size for each row
  when ((old.stock = 0) <> (new.stock = 0)) execute function note_shelf_changed();
create trigger sizes_ordered after update of position on product_size for each row
  when (old.position is distinct from new.position) execute function note_shelf_changed();
