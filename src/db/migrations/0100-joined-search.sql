-- `read_search` and `search_condition` stay for processes of the version before, which share this schema during an upgrade; a later version drops them.
-- A word of a search may be met by a name, a style code, a category, or what `search_synonyms` has for it; one does not take the place of another: `boots` are
-- also what is called Chelsea, `blue` is also navy. Misspelt makes are known as such. More of what Kenyan buyers write.

-- A phrase that a merchant has given another meaning keeps that one.
with added (kind, name, phrases) as (values
  ('kind', 'sneakers', '{sneaks,sneaka,sniker,tekkie,tackie,takkie}'::text[]),
  ('kind', 'heels', '{block heel}'),
  ('kind', 'sandals', '{slipper,flip flop,akala,sando,open toe}'),
  ('kind', 'flats', '{doll shoe}'),
  ('purpose', 'running shoes', '{training,athletic,exercise,football,soccer,njumu}'),
  ('purpose', 'official shoes', '{church,kanisa,corporate,job,smart shoe}'),
  ('purpose', 'shoes for a celebration', '{birthday,ruracio}'),
  ('audience', 'women', '{manzi,madam,aunty}'),
  ('audience', 'men', '{uncle}'),
  ('audience', 'kids', '{junior}'),
  ('colour', 'white', '{off white,offwhite}'),
  ('colour', 'beige', '{cream}'),
  ('colour', 'maroon', '{burgundy}'),
  ('make', 'sneakers', '{air force,new balance,all star,balenciaga}'),
  ('make', 'boots', '{timba,timbaland,gumboot,gum boot,rain boot,safety boot,caterpillar}'),
  ('make', 'official shoes', '{bata,hush puppy}'))
update search_synonyms s set phrases = s.phrases || array(
  select phrase from unnest(a.phrases) as phrase where not exists (select from search_synonyms other where phrase = any (other.phrases)))
from added a where (s.kind, s.name) = (a.kind, a.name);
insert into search_synonyms (kind, name, phrases, categories, words)
select s.kind, 'rubber shoes', '{rubber,rubber shoe}', s.categories, s.words || '{canvas}' from search_synonyms s where (s.kind, s.name) = ('kind', 'sneakers')
on conflict do nothing;
insert into search_synonyms (kind, name, phrases) values ('make', 'heels', '{wedge,wedgie,platform,pump,stiletto}') on conflict do nothing;

-- What a meaning looks for in names: beginnings of words, but whole words of a colour, so that `sand` is no sandal.
create function search_said(s search_synonyms) returns text language sql stable strict as $$
  select string_agg(case when s.kind = 'colour' then replace(condition, ':*', ':') else condition end, ' | ')
  from unnest(s.words || s.shades) as said, search_word(nullif(search_text(said), ''), case when s.kind = 'material' then 'ABD' else 'A' end) as condition
$$;

-- What the words of a search mean. `written` is the search as it was typed, `rest` what is left of it without sizes and prices (domain/query-numbers.ts).
-- words: each with the condition that a product meets by a name, a style code, a category or a meaning; the slugs of the categories that it names (isAny: all of
-- them), whether a name or style code has it, and whether it has a meaning beside its letters. For whom shoes are is a whole word: `man` is no mango.
-- terms: the meaning of each word of `rest`, in order; without a kind where it has none.
-- near: a condition for each word that names have, misspelt ones corrected.
create function understand_search(written text, rest text) returns table (words jsonb, terms jsonb, near text[])
language plpgsql stable set pg_trgm.word_similarity_threshold = 0.35 set plan_cache_mode = force_generic_plan as $$
begin
  with typed as (
    select min(place) as place, search_singular(typed) as word, count(*) over () as words
    from regexp_split_to_table(search_text(written), ' ') with ordinality as each (typed, place)
    where typed <> '' and not exists (select from search_synonyms s where s.kind = 'sense' and s.name in ('filler', 'or', 'for', 'size') and typed = any (s.phrases))
    group by search_singular(typed)
  ), meaning as materialized (
    select t.place, s.kind, s.name, s.categories, concat_ws(' | ', case when s.kind = 'purpose' then search_categories(s.categories) end, search_said(s)) as said
    from typed t join search_synonyms s on t.word = any (s.phrases) and s.kind <> 'make'
  ), named_category as materialized (
    select t.*, array(
      select c.slug from categories c
      where t.word = any (c.words) or exists (select from meaning m where m.place = t.place
        and (m.kind = 'kind' and c.slug = any (m.categories) or m.kind in ('audience', 'sense') and m.name = any (c.words)))
      order by c.slug) as slugs
    from typed t where t.words <= 8
  ), meant as materialized (
    select n.*, (select string_agg(m.said, ' | ') from meaning m where m.place = n.place and m.said <> '') as said,
      case when exists (select from meaning m where m.place = n.place and m.kind = 'audience') then replace(search_word(n.word) || ' | ' || search_word(n.word || 's'), ':*', ':')
        else search_word(n.word) end as letters, not exists (
      select from categories c left join categories top on top.id = c.parent_id where not (c.slug = any (n.slugs) or coalesce(top.slug = any (n.slugs), false))) as is_any,
      exists (select from search_vocabulary v where v.word >= n.word and v.word < n.word || chr(1114111)) or search_has(n.word, 'AB') as is_said
    from named_category n
  )
  select jsonb_agg(jsonb_build_object('word', m.word, 'condition', concat_ws(' | ', m.letters, search_categories(m.slugs), m.said), 'categories', m.slugs,
    'isAny', m.is_any, 'isSaid', m.is_said, 'isMeant', m.said is not null) order by m.place)
  into words from meant m;
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
    select distinct on (s.place) s.place, s.size, phrase, p.kind, p.name, p.categories
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
      where not (p.kind = 'sense' and p.name in ('nothing', 'filler', 'or', 'for')) and case when l.found is not null then p.kind <> 'make' and p.phrase = l.singular
        else p.phrase <> all ('{product,stock,pair,number,collection,premium,school,cost}') and (search_is_near(l.word, p.phrase) or p.kind <> 'sense' and length(p.phrase) >= 4
          and levenshtein_less_equal(l.word, p.phrase, 1) <= 1 and similarity(l.word, p.phrase) >= case p.kind when 'make' then 0.4 else 0.5 end) end
      order by levenshtein_less_equal(l.word, p.phrase, 2), p.phrase limit 1
    ) p on true
  ), read as (
    select t.place, case when k.kind = 'make' and k.size > 1 then k.phrase else t.typed end as word, coalesce(g.kind, case when g.found is not null then 'name' end, k.kind) as kind,
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
create function search_match(groups jsonb, names text[]) returns text[] language sql stable as $$
  select array_agg(part) from (
    select string_agg(coalesce(nullif(concat_ws(' | ', search_categories(s.categories), search_said(s)), ''), '''-'''), ' | ') as part
    from jsonb_array_elements(groups) with ordinality as g (meant, place)
    join search_synonyms s on s.kind not in ('make', 'sense') and g.meant ? s.name
    group by place
    union all select search_word(search_text(word), 'A') from unnest(names) as word
  ) parts
$$;
