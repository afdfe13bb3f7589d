-- Search costs less in a large shop (docs/decisions/0032): a search is a list of conditions that must all hold, each of its own, because the index compares
-- several short conditions in half the time of one long one. Lists count up to a thousand products (features/catalogue/list-shelf.ts).

-- The words of a category's name, so that a search does not take them apart each time.
alter table categories add column words text[] not null generated always as (search_words(name)) stored;

-- What children wear: few of many sizes.
create index product_size_for_kids on product_size (product_id) where label ~ '^([0-2][0-9]|3[0-5])$';

-- Kept pages of a search follow a changed synonym at once (db/listen.ts).
create trigger search_synonyms_changed after insert or update or delete on search_synonyms for each statement execute function notify_shelf_changed();

-- Whether a product has the word: one of the newest, or any, planned as for all products and left at the first (features/catalogue/product-filter.ts).
drop function search_has(text);
create function search_has(word text, weights text default 'A') returns boolean language sql stable strict cost 10000 as $$
  with newest as (select search from products where archived_at is null order by created_at desc, id desc limit 100),
    found as materialized (select from products where archived_at is null and search @@ search_word(word, weights)::tsquery)
  select case when exists (select from newest where search @@ search_word(word, weights)::tsquery) then true else exists (select from found) end
$$;

-- Forgets those of the next five hundred words that no product has, and answers the last of the five hundred; null at the end. A word that a product gets just then
-- may be lost: it is found all the same, and corrected to again once a name with it is saved.
create function forget_words(after text) returns text language sql security definer set search_path = public, pg_temp as $$
  with slice as materialized (select word from search_vocabulary where word > after order by word limit 500),
    gone as (delete from search_vocabulary v using slice s where v.word = s.word and not search_has(v.word))
  select max(word) from slice
$$;

-- Those conditions as lists; functions that answer another type are made anew.
drop function read_search(text, text), search_alike(text[]), search_condition(jsonb, text[], boolean);

create function search_alike(typed text[]) returns text[] language sql stable strict set pg_trgm.similarity_threshold = 0.3 as $$
  select case when bool_and(alike.words is not null) then array_agg(alike.words) end
  from unnest(typed) as t (word) cross join lateral (
    select string_agg(search_word(v.word, 'A'), ' | ') as words
    from (select word from search_vocabulary where t.word % word order by similarity(t.word, word) desc, word limit 10) v
  ) alike
  where not exists (select from search_synonyms s where s.kind = 'make' and search_singular(t.word) = any (s.phrases))
$$;

-- What the words of a search mean. `written` is the search as it was typed, `rest` what is left of it without sizes and prices (domain/query-numbers.ts).
-- words: those that a product must all have for an exact match, each with the slugs of the categories that it names, and whether a name or style code has it.
-- exact: the conditions that they make; null where they are none, too many or single letters. A word that names every category is none
-- beside another. named: the same for names and style codes alone.
-- terms: the meaning of each word of `rest`, in order; without a kind where it has none.
-- near: a condition for each word that names have, misspelt ones corrected.
create function read_search(written text, rest text) returns table (words jsonb, exact text[], named text[], terms jsonb, near text[])
language plpgsql stable set pg_trgm.word_similarity_threshold = 0.35 set plan_cache_mode = force_generic_plan as $$
begin
  with typed as (
    select min(place) as place, search_singular(typed) as word, case when count(*) over () > 1 then search_singular(typed) else min(typed) end as named, count(*) over () as words
    from regexp_split_to_table(search_text(written), ' ') with ordinality as each (typed, place)
    where typed <> '' and not exists (select from search_synonyms s where s.kind = 'sense' and s.name in ('filler', 'or', 'for', 'size') and typed = any (s.phrases))
    group by search_singular(typed)
  ), meaning as materialized (
    select t.place, s.kind, s.name, s.categories from typed t join search_synonyms s on t.word = any (s.phrases) and s.kind in ('kind', 'audience', 'sense')
  ), named_category as materialized (
    select t.*, array(
      select c.slug from categories c
      where t.word = any (c.words) or exists (select from meaning m where m.place = t.place and (m.kind = 'kind' and c.slug = any (m.categories) or m.kind <> 'kind' and m.name = any (c.words)))
      order by c.slug) as slugs
    from typed t where t.words <= 8
  ), meant as materialized (
    select n.*, concat_ws(' | ', search_word(n.word), search_categories(n.slugs)) as condition, not exists (
      select from categories c left join categories top on top.id = c.parent_id where not (c.slug = any (n.slugs) or coalesce(top.slug = any (n.slugs), false))) as is_any,
      exists (select from search_vocabulary v where v.word >= n.word and v.word < n.word || chr(1114111)) or search_has(n.word, 'AB') as is_said
    from named_category n
  )
  select jsonb_agg(jsonb_build_object('word', m.word, 'categories', m.slugs, 'isSaid', m.is_said) order by m.place),
    case when bool_or(m.word ~ '..|[0-9]')
      then coalesce(array_agg(m.condition order by m.place) filter (where not m.is_any), array_agg(m.condition order by m.place)) end,
    array_agg(search_word(m.named) order by m.place)
  into words, exact, named from meant m;
  words := coalesce(words, '[]');

  with token as (
    select row_number() over (order by place) as place, typed, search_singular(typed) as word
    from regexp_split_to_table(search_text(rest), ' ') with ordinality as each (typed, place) where typed <> '' and place <= 100
  ), phrase as materialized (
    select unnest(s.phrases) as phrase, s.kind, s.name, s.categories from search_synonyms s
  ), span as materialized (
    select t.place, size, string_agg(o.typed, ' ' order by o.place) as typed, string_agg(o.word, ' ' order by o.place) as word
    from token t cross join generate_series(1, 4) as size join token o on o.place between t.place and t.place + size - 1
    group by 1, 2 having count(*) = size
  ), known as materialized (
    select distinct on (s.place) s.place, s.size, p.kind, p.name, p.categories
    from (select place, size, typed as phrase from span union select place, size, word from span) s join phrase p using (phrase) order by s.place, s.size desc
  ), open as materialized (
    select t.word, min(t.place) as place from token t
    where length(t.word) between 3 and 40 and not exists (select from known k where k.kind <> 'make' and t.place between k.place and k.place + k.size - 1)
    group by 1 order by 2 limit 8
  ), looked as materialized (
    select o.word, case when exists (select from search_vocabulary v where v.word >= o.word and v.word < o.word || chr(1114111)) then o.word
      when length(o.word) >= 5 then search_correction(o.word) end as found
    from open o
  ), guessed as materialized (
    select l.word, l.found, p.kind, p.name, p.categories from (select f.*, search_singular(f.found) as singular from looked f offset 0) l
    left join lateral (
      select p.* from phrase p
      where p.kind <> 'make' and not (p.kind = 'sense' and p.name in ('nothing', 'filler', 'or', 'for')) and case when l.found is not null then p.phrase = l.singular
        else search_is_near(l.word, p.phrase) and p.phrase <> all ('{product,stock,pair,number,collection,premium,school,cost}') end
      order by levenshtein_less_equal(l.word, p.phrase, 2) limit 1
    ) p on true
  ), read as (
    select t.place, t.typed as word, coalesce(g.kind, case when g.found is not null then 'name' end, k.kind) as kind,
      coalesce(g.name, g.found, k.name) as name, coalesce(g.categories, k.categories) as categories
    from token t left join known k on k.place = t.place left join guessed g on g.word = t.word and (k.place is null or k.kind = 'make')
    where not exists (select from known o where o.place < t.place and o.place + o.size > t.place)
  )
  select jsonb_agg(jsonb_build_object('word', r.word, 'kind', r.kind, 'name', r.name, 'categories', r.categories) order by r.place),
    (select array_agg(search_word(f.found)) from (select distinct g.found from guessed g where g.found is not null) f)
  into terms, near from read r;
  terms := coalesce(terms, '[]');
  near := coalesce(near, '{}');
  return next;
end $$;

-- The conditions that parts of a search make together: of each group of names in search_synonyms any one, and all words that names have. Null for none.
-- A meaning that the shop has neither categories nor words for is the lexeme `-`, which no product has.
create function search_condition(groups jsonb, names text[], with_shades boolean) returns text[] language sql stable as $$
  select array_agg(part) from (
    select string_agg(coalesce(nullif(concat_ws(' | ', search_categories(s.categories), (
        select string_agg(search_word(nullif(search_text(word), ''), case when s.kind = 'material' then 'ABD' else 'A' end), ' | ')
        from unnest(case when with_shades and s.kind = 'colour' and cardinality(s.shades) > 0 then s.shades else s.words end) as word)), ''), '''-'''), ' | ') as part
    from jsonb_array_elements(groups) with ordinality as g (meant, place)
    join search_synonyms s on s.kind not in ('make', 'sense') and g.meant ? s.name
    group by place
    union all select search_word(search_text(word), 'A') from unnest(names) as word
  ) parts
$$;
