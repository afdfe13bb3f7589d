-- A search looks for words by their beginnings, in any order (features/catalogue/wish-filter.ts). The words of names and style codes stand here as they are looked
-- for, in small letters and a space before and behind each, so that an index finds exactly them, and no row is taken apart again at each look.
alter table products
  add column name_words text not null generated always as (' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g') || ' ') stored,
  add column style_words text generated always as (' ' || regexp_replace(lower(style_code), '[^[:alnum:]]+', ' ', 'g') || ' ') stored;
create index products_by_words_of_name on products using gin (name_words gin_trgm_ops);
create index products_by_words_of_style on products using gin (style_words gin_trgm_ops) where style_words is not null;
-- Until they are counted, the planner takes every word for a rare one or a common one. An empty shelf is not counted: every session would plan for one that stays empty.
do $$ begin
  if exists (select from products) then analyze products; end if;
end $$;
