-- The catalogue: categories, products with their sizes and pictures, and the shelf that pages show.

create extension if not exists unaccent with schema public;

-- Small letters without accents, one space between words; `women's` is `women`. Signs go first, because `unaccent` writes some as letters.
create function search_text(written text) returns text language sql immutable strict parallel safe
  return trim(regexp_replace(public.unaccent('public.unaccent'::regdictionary, regexp_replace(
    regexp_replace(lower(written), '[''’`]s?(?![[:alpha:]])', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), '[^[:alnum:]]+', ' ', 'g'));

create function search_singular(word text) returns text language sql immutable strict parallel safe
  return case when length(word) > 3 then regexp_replace(word, '([^s])s$', '\1') else word end;

create function search_words(name text) returns text[] language sql immutable strict parallel safe
  return array(select search_singular(word) from regexp_split_to_table(search_text(name), ' ') as word);

-- Categories are the owner's: renamed, ordered, hidden, merged and deleted in the panel (docs/decisions/0057).
create table categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> ''),
  -- The words of its name, so that a search does not take them apart each time.
  words text[] not null generated always as (search_words(name)) stored,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent_id uuid references categories (id),
  position integer not null default 0,
  -- Leaves the menu, filters and the sitemap with all that stands under it; its page still answers.
  is_hidden boolean not null default false,
  -- On the page of all sneakers, `/category/sneakers`, with what stands under it.
  is_sneaker boolean not null default false,
  -- A picture of our own storage.
  image_url text check (image_url ~ '^/files/'),
  constraint categories_name_length check (length(name) <= 60),
  -- `sneakers` is the page of all sneaker categories.
  constraint categories_slug_free check (length(slug) <= 60 and slug <> 'sneakers'),
  constraint categories_not_under_itself check (parent_id <> id)
);
create index categories_children on categories (parent_id);
create unique index categories_name on categories (parent_id, lower(name)) nulls not distinct;

-- Every shop has the categories of its menu (spec §2): without them no product has a category, and no row of an import is valid.
insert into categories (id, slug, name, position) values
  ('a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', 'women-shoes', 'Women Shoes', 0),
  ('7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', 'men-shoes', 'Men Shoes', 1),
  ('3ee74fa3-136c-48c3-8897-440ee8046d23', 'unisex-shoes', 'Unisex Shoes', 2);
insert into categories (id, slug, name, position, parent_id, is_sneaker) values
  ('0447fa1e-2443-4826-ac32-c41cf5fdadf0', 'sandals', 'Sandals', 0, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', false),
  ('fe431d69-216f-4a19-9421-a37318e7cf0d', 'women-sneakers', 'Sneakers', 1, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', true),
  ('523331b1-3811-41b7-935d-4a76a23eb941', 'heels', 'Heels', 2, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', false),
  ('9a9b0978-dd91-4cfc-99b4-3e6c7563611b', 'flats', 'Flats', 3, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', false),
  ('58dc2ea5-bf57-4d77-b196-836ad1e4c65d', 'women-unisex-sneakers', 'Unisex Sneakers', 4, 'a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', true),
  ('65fae0b4-7413-4275-9aca-d0d6ad3ad206', 'jordans', 'Jordans', 0, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', true),
  ('041bf71f-f18d-4967-9c00-762c70fdc75a', 'nike', 'Nike', 1, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', true),
  ('3e59b8ae-305d-4eb5-a3f0-45279c6b7e0f', 'loafers', 'Loafers', 2, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', false),
  ('96fe00d9-f168-48fc-8113-f1cf1a4f7aaf', 'casual', 'Casual', 3, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', false),
  ('356329a2-9218-4440-94c3-5304eac77839', 'men-unisex-sneakers', 'Unisex Sneakers', 4, '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', true);

-- Addresses that categories had before. They name the category, not its address: however often that changes, the way there is one hop.
create table category_old_slugs (
  slug text primary key check (length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category_id uuid not null references categories (id) on delete cascade
);
create index category_old_slugs_of_category on category_old_slugs (category_id);

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
  -- The text as a search looks for it. A: name, B: style code, C: category (its id), D: description. Colours are words of the name.
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', search_text(name)), 'A')
    || setweight(to_tsvector('simple', coalesce(search_text(style_code), '')), 'B')
    || coalesce(quote_literal(category_id::text) || ':1C', '')::tsvector
    || setweight(to_tsvector('simple', search_text(left(description, 20000))), 'D')) stored,
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
-- Any part of a name or style code, for the panel: a search there looks for a name, a style code or an id at once, and the planner combines their indexes.
create index products_by_name on products using gin (name gin_trgm_ops);
create index products_by_style on products using gin (style_code gin_trgm_ops) where style_code is not null;
create index products_by_search on products using gin (search);
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
-- What children wear: few of many sizes.
create index product_size_for_kids on product_size (product_id) where label ~ '^([0-2][0-9]|3[0-5])$';

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
-- To find what still shows a file.
create index product_images_of_file on product_images (image_url);

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

create function keep_categories_two_levels() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.parent_id is not null and exists (select from categories where id = new.parent_id and parent_id is not null or parent_id = new.id) then
    raise exception 'the menu has two levels' using errcode = 'check_violation', constraint = 'categories_two_levels';
  end if;
  return null;
end $$;
create constraint trigger categories_two_levels after insert or update of parent_id on categories for each row execute function keep_categories_two_levels();

-- A category keeps its former address, and takes an own one back; that of another is refused until it is given up (features/catalogue/write-category.ts).
create function keep_old_slug() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from category_old_slugs where slug = new.slug and category_id = new.id;
  if exists (select from category_old_slugs where slug = new.slug) then
    raise exception 'the address % leads to another category', new.slug using errcode = 'unique_violation', constraint = 'category_old_slugs_pkey';
  end if;
  if tg_op = 'UPDATE' then
    insert into category_old_slugs (slug, category_id) values (old.slug, new.id);
  end if;
  return null;
end $$;
create trigger categories_come after insert on categories for each row execute function keep_old_slug();
create trigger categories_move after update of slug on categories for each row when (old.slug is distinct from new.slug) execute function keep_old_slug();

create function note_product_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger products_note_change before update on products for each row
  when ((old.name, old.description, old.price, old.discount_percentage, old.category_id, old.is_available, old.archived_at)
    is distinct from (new.name, new.description, new.price, new.discount_percentage, new.category_id, new.is_available, new.archived_at))
  execute function note_product_change();

-- A transaction that adds or removes sizes has locked the product by then (features/catalogue/write-product.ts).
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

create trigger categories_changed after insert or update or delete on categories for each statement execute function notify_shelf_changed();
create trigger category_old_slugs_changed after insert or update or delete on category_old_slugs for each statement execute function notify_shelf_changed();

create trigger categories_files_come after insert on categories referencing new table as fresh for each statement execute function track_files('image_url');
create trigger categories_files_change after update on categories referencing new table as fresh old table as stale for each statement execute function track_files('image_url');
create trigger categories_files_go after delete on categories referencing old table as stale for each statement execute function track_files('image_url');
create trigger product_images_files_come after insert on product_images referencing new table as fresh for each statement execute function track_files('image_url');
create trigger product_images_files_change after update on product_images referencing new table as fresh old table as stale for each statement execute function track_files('image_url');
create trigger product_images_files_go after delete on product_images referencing old table as stale for each statement execute function track_files('image_url');

revoke insert, update, delete on shelf from viatu_app;
revoke insert, update on product_size from viatu_app;
grant insert (id, product_id, label, position), update (label, position) on product_size to viatu_app;
