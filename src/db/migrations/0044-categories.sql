-- Categories are the owner's: renamed, ordered, hidden, merged and deleted in the panel (docs/decisions/0057).

alter table categories
  -- Leaves the menu, filters and the sitemap with all that stands under it; its page still answers.
  add column is_hidden boolean not null default false,
  -- On the page of all sneakers, `/category/sneakers`, with what stands under it.
  add column is_sneaker boolean not null default false,
  -- A picture of our own storage.
  add column image_url text check (image_url ~ '^/files/'),
  add constraint categories_name_length check (length(name) <= 60),
  -- `sneakers` is the page of all sneaker categories.
  add constraint categories_slug_free check (length(slug) <= 60 and slug <> 'sneakers'),
  add constraint categories_not_under_itself check (parent_id <> id);
update categories set is_sneaker = true where slug in ('women-sneakers', 'women-unisex-sneakers', 'men-unisex-sneakers', 'jordans', 'nike');
create unique index categories_name on categories (parent_id, lower(name)) nulls not distinct;

create function keep_categories_two_levels() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.parent_id is not null and exists (select from categories where id = new.parent_id and parent_id is not null or parent_id = new.id) then
    raise exception 'the menu has two levels' using errcode = 'check_violation', constraint = 'categories_two_levels';
  end if;
  return null;
end $$;
create constraint trigger categories_two_levels after insert or update of parent_id on categories for each row execute function keep_categories_two_levels();

-- Addresses that categories had before. They name the category, not its address: however often that changes, the way there is one hop.
create table category_old_slugs (
  slug text primary key check (length(slug) <= 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category_id uuid not null references categories (id) on delete cascade
);
create index category_old_slugs_of_category on category_old_slugs (category_id);

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
create trigger category_old_slugs_changed after insert or update or delete on category_old_slugs for each statement execute function notify_shelf_changed();

-- What words of a search mean follows the categories. Of one that is gone, those for whom shoes are follow its products, because women's shoes stay women's wherever they stand;
-- a kind does not: not all that stands where the loafers went is a loafer, and names tell.
create function follow_category() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  heir text;
begin
  if tg_op = 'DELETE' then
    select c.slug into heir from category_old_slugs o join categories c on c.id = o.category_id where o.slug = old.slug;
    update search_synonyms set categories = case when kind <> 'audience' or heir is null or heir = any (categories)
      then array_remove(categories, old.slug) else array_replace(categories, old.slug, heir) end
    where old.slug = any (categories);
  elsif tg_op = 'UPDATE' then
    update search_synonyms set categories = array_replace(categories, old.slug, new.slug) where old.slug <> new.slug and old.slug = any (categories);
  end if;
  update search_synonyms s set categories = c.slugs from (select coalesce(array_agg(slug order by slug), '{}') as slugs from categories where is_sneaker) c
  where s.kind = 'kind' and s.name = 'sneakers' and not (s.categories @> c.slugs and s.categories <@ c.slugs);
  return null;
end $$;
create trigger categories_followed after insert or update of slug, is_sneaker or delete on categories for each row execute function follow_category();

create trigger categories_files_come after insert on categories referencing new table as fresh for each statement execute function track_files('image_url');
create trigger categories_files_change after update on categories referencing new table as fresh old table as stale for each statement execute function track_files('image_url');
create trigger categories_files_go after delete on categories referencing old table as stale for each statement execute function track_files('image_url');
