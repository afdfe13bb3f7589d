-- The strip of the home page: promotions, ads, and clicks on ads (docs/decisions/0016 and 0023).

create table promotional_content (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title <> ''),
  description text,
  content_type text not null check (content_type in ('video', 'image', 'text')),
  content_url text constraint promotional_content_content_url_check check (content_url ~ '^(/files/|https?://)' or (content_type = 'text' and content_url ~ '^/' and content_url !~ '//|\\')),
  -- The picture for a browser that cannot play the video.
  poster_url text,
  is_active boolean not null default true,
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint promotional_content_poster check (poster_url is null or content_type = 'video' and poster_url ~ '^/files/'),
  -- Pages show only our own pictures and videos (decisions, Catalogue); a text may link to another site, or to a page of the shop (domain/web-address.ts says
  -- to which).
  constraint promotional_content_own_files check (content_type = 'text' or content_url ~ '^/files/')
);
create index promotional_content_active on promotional_content (created_at desc, id desc) where is_active;
-- For the panel's list, which also has what is switched off.
create index promotional_content_newest on promotional_content (created_at desc, id desc);

create table ads (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title <> ''),
  description text,
  target_url text not null check (target_url ~ '^https?://' or (target_url ~ '^/' and target_url !~ '//|\\')),
  promotional_content_id uuid references promotional_content (id) on delete set null,
  image_url text check (image_url ~ '^(/files/|https?://)'),
  is_active boolean not null default true,
  is_sponsored boolean not null default false,
  -- A network's code: it runs only in a frame that reaches nothing of the shop.
  embed_code text constraint ads_embed_code check (embed_code is null or is_sponsored and embed_code <> '' and length(embed_code) <= 20000),
  -- All clicks, and those whose rows are deleted: clicks of past days are deleted, their number stays.
  click_count integer not null default 0 check (click_count >= 0),
  pruned_click_count integer not null default 0 check (pruned_click_count >= 0),
  created_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint ads_own_files check (image_url ~ '^/files/')
);
create index ads_active on ads (created_at desc, id desc) where is_active;
create index ads_newest on ads (created_at desc, id desc);
-- Deleting a promotion clears the link in its ads.
create index ads_of_promotion on ads (promotional_content_id) where promotional_content_id is not null;

-- Which visitor clicked on which ad on which day in Nairobi, so that a click counts once. No foreign key: a row lives two days, and deleting an ad waits for no
-- visitor.
create table ad_clicks (
  ad_id uuid not null,
  visitor_id uuid not null,
  day date not null,
  primary key (ad_id, visitor_id, day)
);
create index ad_clicks_of_day on ad_clicks (day);

-- The counts follow the rows, for every writer. In the order of ads, so that no two transactions deadlock.
create function count_ad_clicks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with counted as (select ad_id, count(*)::integer as clicks from fresh group by ad_id),
      held as (select id from ads where id in (select ad_id from counted) order by id for no key update)
    update ads set click_count = click_count + counted.clicks from counted join held on held.id = counted.ad_id where ads.id = counted.ad_id;
  else
    with counted as (select ad_id, count(*)::integer as clicks from stale group by ad_id),
      held as (select id from ads where id in (select ad_id from counted) order by id for no key update)
    update ads set pruned_click_count = pruned_click_count + counted.clicks from counted join held on held.id = counted.ad_id where ads.id = counted.ad_id;
  end if;
  return null;
end $$;
create trigger ad_clicks_come after insert on ad_clicks referencing new table as fresh for each statement execute function count_ad_clicks();
create trigger ad_clicks_go after delete on ad_clicks referencing old table as stale for each statement execute function count_ad_clicks();

-- Cached pages show the strip by this key, and the help (0006-page-keys.sql); a click changes nothing on them.
create function notify_content_changed() returns trigger language plpgsql as $$
begin
  notify shelf_changed, 'content';
  return null;
end $$;
create trigger promotions_changed after insert or update or delete on promotional_content for each statement execute function notify_content_changed();
create trigger ads_come_and_go after insert or delete on ads for each statement execute function notify_content_changed();
create trigger ads_changed after update of title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, embed_code on ads
  for each statement execute function notify_content_changed();

create trigger ads_files_come after insert on ads referencing new table as fresh for each statement execute function track_files('image_url');
create trigger ads_files_change after update on ads referencing new table as fresh old table as stale for each statement execute function track_files('image_url');
create trigger ads_files_go after delete on ads referencing old table as stale for each statement execute function track_files('image_url');
create trigger promotions_files_come after insert on promotional_content referencing new table as fresh for each statement execute function track_files('content_url');
create trigger promotions_files_change after update on promotional_content referencing new table as fresh old table as stale for each statement execute function track_files('content_url');
create trigger promotions_files_go after delete on promotional_content referencing old table as stale for each statement execute function track_files('content_url');
create trigger promotions_posters_come after insert on promotional_content referencing new table as fresh for each statement execute function track_files('poster_url');
create trigger promotions_posters_change after update on promotional_content referencing new table as fresh old table as stale for each statement execute function track_files('poster_url');
create trigger promotions_posters_go after delete on promotional_content referencing old table as stale for each statement execute function track_files('poster_url');

-- The app's role writes neither of the two counts, and changes no click.
revoke insert, update on ads from viatu_app;
grant insert (id, title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, embed_code, created_by, created_at) on ads to viatu_app;
grant update (title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, embed_code) on ads to viatu_app;
-- Locking rows before deleting them needs the right to change a column; the day changes no count.
revoke update on ad_clicks from viatu_app;
grant update (day) on ad_clicks to viatu_app;
