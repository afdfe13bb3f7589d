-- Search: what words mean, the words that names have, and the functions that the shop, the panel and the assistant search with (docs/decisions/0032). A search is
-- a list of conditions that must all hold, each of its own, because the index compares several short conditions in half the time of one long one.

-- Counts the letters by which two words differ.
create extension if not exists fuzzystrmatch;

-- What buyers call things: Kenyan English, Kiswahili and Sheng. A merchant adds words to `phrases`, or rows.
create table search_synonyms (
  -- `kind`: shoes of its categories, and those with its words in their name. `purpose`: the same, but another kind in a search is more important.
  -- `audience`: for whom. `colour` and `material`: as names and descriptions say. `make`: a brand that the shop may lack, and the name of the kind that comes
  -- nearest. `sense`: what the program knows by its name (domain/search-query.ts).
  kind text not null check (kind in ('kind', 'purpose', 'audience', 'colour', 'material', 'make', 'sense')),
  -- As answers call it; plural for kinds.
  name text not null,
  -- In small letters, each word in the singular.
  phrases text[] not null,
  -- Slugs; a category includes its children.
  categories text[] not null default '{}',
  -- Beginnings of words in names.
  words text[] not null default '{}',
  -- Shades of a colour, for when no name has the colour itself.
  shades text[] not null default '{}',
  primary key (kind, name)
);
insert into search_synonyms (kind, name, phrases, categories, words, shades) values
  ('kind', 'sneakers', '{sneaker,raba,kick,trainer,sneaks,sneaka,sniker,tekkie,tackie,takkie}', '{women-sneakers,women-unisex-sneakers,men-unisex-sneakers,
    jordans,nike}', '{sneaker,trainer,runner}', '{}'),
  ('kind', 'rubber shoes', '{rubber,rubber shoe}', '{women-sneakers,women-unisex-sneakers,men-unisex-sneakers,jordans,nike}', '{sneaker,trainer,runner,
    canvas}', '{}'),
  ('kind', 'loafers', '{loafer,moccasin}', '{loafers}', '{loafer,moccasin}', '{}'),
  ('kind', 'heels', '{heel,high heel,highheel,mchuchumio,kisigino,visigino,block heel}', '{heels}', '{heel,pump,stiletto,wedge}', '{}'),
  ('kind', 'flats', '{flat,doll,ballerina,ballet,doll shoe}', '{flats}', '{flat,ballerina}', '{}'),
  ('kind', 'sandals', '{sandal,ndala,kandambili,champali,makubadhi,malapa,open shoe,slipper,flip flop,akala,sando,open toe}', '{sandals}', '{sandal,slide,
    flip}', '{}'),
  ('kind', 'unisex shoes', '{unisex}', '{unisex-shoes,women-unisex-sneakers,men-unisex-sneakers}', '{unisex}', '{}'),
  ('kind', 'Jordans', '{jordan}', '{jordans}', '{jordan}', '{}'),
  ('kind', 'Nike shoes', '{nike}', '{nike}', '{nike}', '{}'),
  ('purpose', 'casual shoes', '{casual}', '{casual}', '{casual}', '{}'),
  ('kind', 'boots', '{boot,buti,buut}', '{}', '{boot,chelsea}', '{}'),
  ('kind', 'slip-ons', '{slip on,slip ons,slipon}', '{}', '{slip on}', '{}'),
  ('purpose', 'running shoes', '{running,jogging,jog,marathon,gym,kukimbia,mazoezi,michezo,sport,workout,training,athletic,exercise,football,soccer,njumu}',
    '{}', '{runner,running,sport}', '{}'),
  ('purpose', 'official shoes', '{official,oficial,ofical,office,formal,interview,ofisi,kazi,work,rasmi,suit,graduation,church,kanisa,corporate,job,
    smart shoe}', '{loafers}', '{loafer,brogue,spectator,oxford,derby,pump}', '{}'),
  ('purpose', 'shoes for a celebration', '{wedding,harusi,party,sherehe,dinner,bridal,bride,prom,birthday,ruracio}', '{heels}', '{heel,pump,stiletto,spectator,
    oxford}', '{}'),
  ('audience', 'women', '{women,woman,lady,ladie,female,girl,wife,girlfriend,mum,mom,mother,sister,wanawake,mwanamke,kike,mama,wamama,dada,wadada,binti,dame,
    msichana,wasichana,mrembo,manzi,madam,aunty}', '{women-shoes,unisex-shoes}', '{}', '{}'),
  ('audience', 'men', '{men,man,male,gent,guy,boy,husband,boyfriend,dad,father,brother,wanaume,mwanaume,mwanamume,kiume,baba,wababa,mvulana,wavulana,kaka,mzee,
    jamaa,uncle}', '{men-shoes,unisex-shoes}', '{}', '{}'),
  ('audience', 'kids', '{kid,child,children,toddler,baby,son,daughter,school,watoto,mtoto,kijana,shule,pupil,junior}', '{}', '{}', '{}'),
  ('colour', 'black', '{black,nyeusi,mweusi,cheusi,vyeusi,blak,blacc}', '{}', '{black}', '{night,onyx,jet,ebony,coal}'),
  ('colour', 'white', '{white,nyeupe,mweupe,cheupe,vyeupe,off white,offwhite}', '{}', '{white}', '{cloud,salt,cotton,ivory,cream,bone,snow,chalk}'),
  ('colour', 'red', '{red,nyekundu,mwekundu,chekundu,vyekundu}', '{}', '{red}', '{oxblood,tomato,wine,pomegranate,ember,crimson,cherry,maroon}'),
  ('colour', 'maroon', '{maroon,damu ya mzee,burgundy}', '{}', '{maroon}', '{oxblood,wine,burgundy}'),
  ('colour', 'blue', '{blue,buluu,bluu,samawati,bluish}', '{}', '{blue}', '{cobalt,navy,sky,ocean,lake,lagoon,indigo,denim,teal}'),
  ('colour', 'green', '{green,kijani}', '{}', '{green}', '{emerald,forest,leaf,canopy,tea,olive,mint,sage,khaki}'),
  ('colour', 'yellow', '{yellow,manjano,njano}', '{}', '{yellow}', '{maize,sunrise,mustard,lemon,butter}'),
  ('colour', 'orange', '{orange,machungwa,chungwa}', '{}', '{orange}', '{mango,ember,coral,apricot}'),
  ('colour', 'pink', '{pink,waridi,pinki}', '{}', '{pink}', '{rose,blush,coral,fuchsia,peach}'),
  ('colour', 'purple', '{purple,zambarau,urujuani}', '{}', '{purple}', '{violet,jacaranda,grape,plum,lilac,lavender}'),
  ('colour', 'brown', '{brown,kahawia,brawn,hudhurungi}', '{}', '{brown}', '{chestnut,walnut,coffee,tan,camel,cognac,chocolate,mocha}'),
  ('colour', 'beige', '{beige,nude,cream}', '{}', '{beige}', '{biscuit,sand,camel,cream,stone,bone}'),
  ('colour', 'grey', '{grey,gray,kijivu}', '{}', '{grey}', '{tarmac,slate,ash,charcoal,smoke}'),
  ('colour', 'gold', '{gold,golden,dhahabu}', '{}', '{gold}', '{}'),
  ('colour', 'silver', '{silver,fedha}', '{}', '{silver}', '{chrome,metallic}'),
  ('material', 'leather', '{leather,ngozi}', '{}', '{leather}', '{}'),
  ('material', 'suede', '{suede}', '{}', '{suede}', '{}'),
  ('material', 'mesh', '{mesh}', '{}', '{mesh}', '{}'),
  ('material', 'knitted', '{knitted,knit}', '{}', '{knitted}', '{}'),
  ('material', 'waterproof', '{waterproof}', '{}', '{waterproof}', '{}'),
  ('material', 'patent', '{patent}', '{}', '{patent}', '{}'),
  ('make', 'sneakers', '{adida,puma,converse,van,fila,reebok,skecher,asic,airforce,yeezy,air force,new balance,all star,balenciaga}', '{}', '{}', '{}'),
  ('make', 'heels', '{wedge,wedgie,platform,pump,stiletto}', '{}', '{}', '{}'),
  ('make', 'sandals', '{croc,birkenstock,havaiana}', '{}', '{}', '{}'),
  ('make', 'boots', '{timberland,timba,timbaland,gumboot,gum boot,rain boot,safety boot,caterpillar}', '{}', '{}', '{}'),
  ('make', 'official shoes', '{clark,bata,hush puppy}', '{}', '{}', '{}'),
  ('sense', 'shoe', '{shoe,viatu,kiatu,footwear,pair,jozi,product,stock,collection,catalogue}', '{}', '{}', '{}'),
  ('sense', 'size', '{size,saizi,saiz,sais,namba,number,eu}', '{}', '{}', '{}'),
  ('sense', 'system', '{uk,us}', '{}', '{}', '{}'),
  ('sense', 'price', '{price,bei,cost,much,ngapi,pricing,gharama,doo,pesa}', '{}', '{}', '{}'),
  ('sense', 'offer', '{offer,sale,discount,discounted,deal,ofa,punguzo,promotion,promo,clearance}', '{}', '{}', '{}'),
  ('sense', 'cheap', '{cheap,cheaper,cheapest,affordable,rahisi,cheep,lowest,poa,chini}', '{}', '{}', '{}'),
  ('sense', 'dear', '{expensive,priciest,dearest,luxury,premium}', '{}', '{}', '{}'),
  ('sense', 'new', '{newest,latest,mpya,arrival}', '{}', '{}', '{}'),
  ('sense', 'or', '{or,and,na,au,ama}', '{}', '{}', '{}'),
  ('sense', 'for', '{for,to,during,at,kwa,za,ya,vya,cha}', '{}', '{}', '{}'),
  ('sense', 'filler', '{in,the,wa,la,kina,akina}', '{}', '{}', '{}'),
  ('sense', 'nothing', '{a,an,this,that,these,those,it,its,is,are,was,were,be,been,am,do,does,did,have,has,had,having,can,could,will,would,shall,should,may,
    might,must,i,im,ive,me,my,mine,we,our,you,your,yours,u,ur,he,she,they,them,their,his,her,hers,him,who,whom,whose,which,what,whats,when,where,why,how,but,
    if,so,of,on,from,by,with,without,about,into,over,under,below,above,between,than,then,as,not,no,yes,ok,okay,please,pls,kindly,any,some,all,every,each,other,
    another,one,ones,thing,things,something,anything,nothing,more,most,less,least,very,really,just,only,also,too,there,here,now,today,tomorrow,want,wants,
    wanted,need,needs,needed,looking,look,find,found,get,got,getting,give,show,see,tell,know,like,love,buy,buying,purchase,order,sell,selling,available,
    availability,up,down,out,off,ksh,kes,sh,shs,bob,kenya,shilling,shillings,around,approximately,max,maximum,min,minimum,budget,range,best,good,nice,quality,
    original,genuine,real,comfy,comfortable,beautiful,cute,new,fresh,great,cool,smart,fine,pretty,stylish,trendy,durable,decent,lovely,perfect,proper,suitable,
    simple,classic,type,types,kind,style,styles,colour,color,colours,colors,shop,store,buyer,customer,hi,hey,hello,morning,afternoon,evening,come,comes,coming,
    make,makes,fit,fits,wear,wearing,go,going,let,lets,help,assist,question,thanks,thank,well,still,maybe,perhaps,possible,interested,recommend,suggest,idea,
    option,options,wears,wore,walk,walking,everyday,daily,year,years,old,someone,somebody,people,compare,versus,feet,foot,occasion,events,event,haveve,youve,
    dont,doesnt,isnt,arent,wont,cant,cannot,id,ill,youll,theres,thats,ni,katika,pia,tu,je,nini,gani,wapi,lini,nani,aje,vipi,hii,hiki,hizi,hizo,hilo,huyu,yule,
    ile,hapa,hapo,kama,lakini,rangi,nataka,natafuta,ninataka,ninatafuta,naomba,nahitaji,nipate,nipee,nipe,nionyeshe,onyesha,mko,mnayo,mna,muna,kuna,iko,ziko,
    ipo,zipo,niko,una,unayo,yenye,wenye,zenye,vyenye,mimi,sisi,wewe,nyinyi,yangu,yako,yenu,wangu,langu,zangu,changu,vyangu,nzuri,mzuri,safi,kali,fiti,
    tafadhali,sana,kabisa,tena,bado,sasa,leo,kesho,kununua,nunua,nikinunua,kuuza,mnauza,uza,naweza,naeza,ninaweza,inaweza,unaweza,mnaweza,nitapata,napata,pata,
    kupata,basi,ati,eti,sawa,haya,si,hapana,ndio,ndiyo,habari,mambo,jambo,hujambo,shikamoo,salama,niaje,buda,bro,bana,boss,msee,manze,maze,ule,wale,iwe,ikiwa,
    kuwa,bila,hakuna,hata,kila,zote,yote,kshs,shilingi}', '{}', '{}', '{}');

-- The words of product names, so that a misspelt word is compared with each of them once. A correction must be a word that a product still has (search_has), and
-- what finds nothing is compared with other words (search_alike).
create table search_vocabulary (word text collate "C" primary key);
create index search_vocabulary_by_letters on search_vocabulary using gin (word gin_trgm_ops);

-- What words of a search mean follows the categories. Of one that is gone, those for whom shoes are follow its products, because women's shoes stay women's
-- wherever they stand; a kind does not: not all that stands where the loafers went is a loafer, and names tell.
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

-- Kept pages of a search follow a changed synonym at once (db/listen-notify.ts).
create trigger search_synonyms_changed after insert or update or delete on search_synonyms for each statement execute function notify_shelf_changed();

-- Words that are there already take no lock; new ones are written in one order, so that two imports do not wait for each other.
create function note_vocabulary(names text[]) returns void language sql as $$
  insert into search_vocabulary
  select distinct word from unnest(names) as name, regexp_split_to_table(search_text(name), ' ') as word
  where word ~ '^[^0-9]{3,40}$' and not exists (select from search_vocabulary known where known.word = word.word) order by 1
  on conflict do nothing
$$;
create function note_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform note_vocabulary(array(select name from added));
  else
    perform note_vocabulary(array(select name from added except select name from removed));
  end if;
  return null;
end $$;
create trigger products_note_names after insert on products referencing new table as added for each statement execute function note_names();
create trigger products_note_renamed after update on products referencing old table as removed new table as added for each statement execute function note_names();
-- In a bulk transaction too, which switches other triggers off (db/bulk.ts).
alter table products enable always trigger products_note_names;

-- A word as a condition on names and style codes: a word of them begins with it. A word of fewer than three letters must match whole: as a beginning it would
-- match everywhere.
create function search_word(word text, weights text default 'AB') returns text language sql immutable strict parallel safe
  return replace(regexp_replace(word, '[[:alnum:]]+', '''\&''' || case when length(word) < 3 then ':' else ':*' end || weights, 'g'), ' ', ' <-> ');

-- The same for categories: their ids, with their children's. Null where the shop has none of them.
create function search_categories(slugs text[]) returns text language sql stable strict as $$
  select string_agg('''' || c.id || ''':C', ' | ' order by c.id) from categories c left join categories top on top.id = c.parent_id where c.slug = any (slugs) or top.slug = any (slugs)
$$;

create function search_letters(word text) returns text language sql immutable strict parallel safe
  return (select string_agg(letter, '' order by letter) from string_to_table(word, null) as letter);

-- One letter more, less or other, or two that changed places; in longer words two of these.
create function search_is_near(typed text, word text) returns boolean language sql immutable parallel safe
  return length(word) >= 5 and length(typed) >= 4 and abs(length(typed) - length(word)) <= 2
    and (levenshtein_less_equal(typed, word, 2) <= case when length(typed) < 7 then 1 else 2 end
      or levenshtein_less_equal(typed, word, 2) = 2 and search_letters(typed) = search_letters(word));

-- Whether a product has the word: one of the newest, or any, planned as for all products and left at the first (features/catalogue/product-filter.ts).
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

-- The word of a name that a misspelt one may mean.
create function search_correction(typed text) returns text language sql stable strict as $$
  select word from search_vocabulary
  where typed <% word and (search_is_near(typed, word) or length(word) > 5 and left(word, 4) = left(typed, 4)) and search_has(word)
  order by search_is_near(typed, word) desc, levenshtein_less_equal(typed, word, 2), word limit 1
$$;

-- Conditions for words that nothing is found for: of each one of the ten words whose trigrams are most alike. Null where one of them has none. A make is no
-- misspelt word.
create function search_alike(typed text[]) returns text[] language sql stable strict set pg_trgm.similarity_threshold = 0.3 as $$
  select case when bool_and(alike.words is not null) then array_agg(alike.words) end
  from unnest(typed) as t (word) cross join lateral (
    select string_agg(search_word(v.word, 'A'), ' | ') as words
    from (select word from search_vocabulary where t.word % word order by similarity(t.word, word) desc, word limit 10) v
  ) alike
  where not exists (select from search_synonyms s where s.kind = 'make' and search_singular(t.word) = any (s.phrases))
$$;

-- What a meaning looks for in names: beginnings of words, but whole words of a colour, so that `sand` is no sandal.
create function search_said(s search_synonyms) returns text language sql stable strict as $$
  select string_agg(case when s.kind = 'colour' then replace(condition, ':*', ':') else condition end, ' | ')
  from unnest(s.words || s.shades) as said, search_word(nullif(search_text(said), ''), case when s.kind = 'material' then 'ABD' else 'A' end) as condition
$$;

-- What the words of a search mean. A word may be met by a name, a style code, a category, or what `search_synonyms` has for it; one does not take the place of
-- another: `boots` are also what is called Chelsea, `blue` is also navy. `written` is the search as it was typed, `rest` what is left of it without sizes and
-- prices (domain/search.ts).
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

revoke insert, update, delete on search_synonyms, search_vocabulary from viatu_app;
