-- The catalogue: categories, products with their sizes and pictures, and the shelf that pages show.

create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent_id uuid references categories (id),
  position integer not null default 0
);
create index categories_children on categories (parent_id);

-- Every shop has the categories of its menu (spec §2): without them no product has a category, and no row of an import is valid.
insert into categories (id, slug, name, position) values
  ('a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', 'women-shoes', 'Women Shoes', 0),
  ('7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', 'men-shoes', 'Men Shoes', 1),
  ('3ee74fa3-136c-48c3-8897-440ee8046d23', 'unisex-shoes', 'Unisex Shoes', 2);
insert into categories (id, slug, name, position, parent_id) values
  ('0447fa1e-2443-4826-ac32-c41cf5fdadf0', 'sandals', 'Sandals', 0, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b'),
  ('fe431d69-216f-4a19-9421-a37318e7cf0d', 'women-sneakers', 'Sneakers', 1, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b'),
  ('523331b1-3811-41b7-935d-4a76a23eb941', 'heels', 'Heels', 2, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b'),
  ('9a9b0978-dd91-4cfc-99b4-3e6c7563611b', 'flats', 'Flats', 3, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b'),
  ('58dc2ea5-bf57-4d77-b196-836ad1e4c65d', 'women-unisex-sneakers', 'Unisex Sneakers', 4, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b'),
  ('65fae0b4-7413-4275-9aca-d0d6ad3ad206', 'jordans', 'Jordans', 0, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69'),
  ('041bf71f-f18d-4967-9c00-762c70fdc75a', 'nike', 'Nike', 1, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69'),
  ('3e59b8ae-305d-4eb5-a3f0-45279c6b7e0f', 'loafers', 'Loafers', 2, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69'),
  ('96fe00d9-f168-48fc-8113-f1cf1a4f7aaf', 'casual', 'Casual', 3, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69'),
  ('356329a2-9218-4440-94c3-5304eac77839', 'men-unisex-sneakers', 'Unisex Sneakers', 4, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69');

-- `product.stock` and `product.image_url` of the specification are read from the view `shelf`: derived, never stored.
create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  description text not null default '',
  price numeric(12, 2) not null check (price >= 0),
  category_id uuid references categories (id),
  is_featured boolean not null default false,
  discount_percentage integer not null default 0 check (discount_percentage between 0 and 99),
  is_available boolean not null default true,
  style_code text,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the content of a product's page last changed, for the sitemap; null while it is unchanged. Stock changes with every sale and does not count.
  changed_at timestamptz,
  -- The number of its sizes, counted by triggers: an index cannot find the absence of rows.
  size_count integer not null default 0 check (size_count >= 0),
  -- Whole shillings, half up: the same arithmetic as domain/pricing.ts, so that lists sort and filter by the price that buyers pay.
  unit_price numeric(12, 2) not null generated always as (round(price * (100 - discount_percentage) / 100)) stored,
  -- The words of names and style codes as a search looks for them: in small letters, with a space before and after each, so that an index finds exactly them
  -- and no search splits the text again (features/catalogue/query-filter.ts).
  name_words text not null generated always as (' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g') || ' ') stored,
  style_words text generated always as (' ' || regexp_replace(lower(style_code), '[^[:alnum:]]+', ' ', 'g') || ' ') stored,
  -- A pair costs at least KSh 1, also after its discount: M-Pesa charges no less (domain/pricing.ts, docs/decisions/0026). Archived products keep their price.
  constraint products_price_can_be_asked check (price >= 1 and unit_price >= 1 or archived_at is not null)
);
create index products_newest on products (created_at desc, id desc) where archived_at is null;
create index products_cheapest on products (unit_price, id) where archived_at is null;
create index products_discounts on products (discount_percentage desc, id desc) where archived_at is null;
create index products_featured on products (created_at desc, id desc) where is_featured and archived_at is null;
create index products_of_category on products (category_id, created_at desc, id desc) where archived_at is null;
-- The nearest prices of a category: for the shoes below a product without other colours, and for lists of a category by price.
create index products_of_category_by_price on products (category_id, unit_price, id) where archived_at is null;
create index products_of_style on products (style_code) where style_code is not null;
-- Any part of a name or style code. A search looks for a name, a style code or an id at once, and the planner combines their indexes.
create index products_by_name on products using gin (name gin_trgm_ops);
create index products_by_style on products using gin (style_code gin_trgm_ops) where style_code is not null;
create index products_by_words_of_name on products using gin (name_words gin_trgm_ops);
create index products_by_words_of_style on products using gin (style_words gin_trgm_ops) where style_words is not null;
-- Products that buyers cannot buy, with any stock. Sold-out products are found by their sizes.
create index products_out_of_reach on products (created_at desc, id desc) where archived_at is null and (not is_available or size_count = 0);

create table product_size (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  label text not null check (length(label) between 1 and 20),
  -- Changed only by rows of stock_movements; the app's role may not write it.
  stock integer not null default 0 check (stock >= 0),
  position integer not null default 0,
  unique (product_id, label)
);
create index product_size_in_stock on product_size (label, product_id) where stock > 0;
-- Sizes for the filter are counted from the index alone.
create index product_size_on_shelf on product_size (product_id, label) where stock > 0;
-- Sizes with low stock: `lowStock` of domain/catalogue.ts; also for the rankings (domain/figures.ts), which know a size by its id.
create index product_size_low on product_size (product_id) include (id, stock) where stock <= 3;

create table product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  -- Pictures are in our own storage, or have addresses of other sites.
  image_url text not null check (image_url ~ '^(/files/|https?://)'),
  alt_text text not null default '',
  display_order integer not null default 0 check (display_order >= 0),
  is_primary boolean not null default false,
  unique (product_id, display_order) deferrable initially immediate
);
create unique index product_images_one_primary on product_images (product_id) where is_primary;

-- A product as shelves show it: sizes in order, their sum, and the primary picture.
create view shelf as
select p.id, p.name, p.description, p.price, p.unit_price, p.discount_percentage, p.category_id, p.is_featured, p.is_available, p.style_code,
  p.archived_at, p.created_at, s.stock, s.sizes, i.image_url
from products p
cross join lateral (
  select coalesce(sum(z.stock), 0)::integer as stock,
    coalesce(jsonb_agg(jsonb_build_object('label', z.label, 'stock', z.stock) order by z.position, z.label), '[]') as sizes
  from product_size z where z.product_id = p.id
) s
left join product_images i on i.product_id = p.id and i.is_primary;

create function note_product_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger products_note_change before update on products for each row
  when ((old.name, old.description, old.price, old.discount_percentage, old.category_id, old.is_available, old.archived_at)
    is distinct from (new.name, new.description, new.price, new.discount_percentage, new.category_id, new.is_available, new.archived_at))
  execute function note_product_change();

-- A transaction that adds or removes sizes has locked the product by then (features/catalogue/lock-product.ts).
create function count_sizes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update products p set size_count = p.size_count + a.count from (select product_id, count(*) as count from added group by 1) a where p.id = a.product_id;
  else
    update products p set size_count = p.size_count - r.count from (select product_id, count(*) as count from removed group by 1) r where p.id = r.product_id;
  end if;
  return null;
end $$;
create trigger sizes_counted_new after insert on product_size referencing new table as added for each statement execute function count_sizes();
create trigger sizes_counted_gone after delete on product_size referencing old table as removed for each statement execute function count_sizes();

-- Tells every process of the shop that its cached pages are outdated (db/listen.ts).
create function notify_shelf_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed;
  return null;
end $$;
create trigger products_changed after insert or update or delete on products for each statement execute function notify_shelf_changed();
create trigger product_images_changed after insert or update or delete on product_images for each statement execute function notify_shelf_changed();
create trigger categories_changed after insert or update or delete on categories for each statement execute function notify_shelf_changed();
create trigger sizes_changed after insert or delete on product_size for each statement execute function notify_shelf_changed();
-- A sale changes what a page shows only when a size sells out or comes back.
create trigger size_sold_out_or_back after update of stock on product_size for each row
  when ((old.stock = 0) <> (new.stock = 0)) execute function notify_shelf_changed();

revoke insert, update, delete on shelf from viatu_app;
revoke insert, update on product_size from viatu_app;
grant insert (id, product_id, label, position), update (label, position) on product_size to viatu_app;
