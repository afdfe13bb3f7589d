-- The strip of the home page: clicks on ads, and ads of networks (docs/decisions/0023).

-- Clicks of days that are over are forgotten; their number stays.
alter table ads add column clicks_forgotten integer not null default 0 check (clicks_forgotten >= 0),
  -- What a network wants to be run: only ever in a frame that reaches nothing of the shop.
  add column embed_code text constraint ads_embed_code check (embed_code is null or is_sponsored and embed_code <> '' and length(embed_code) <= 20000);
update ads set clicks_forgotten = click_count where click_count > 0;

-- Who clicked on what on which day in Nairobi, so that it counts once. No foreign key: a row lives two days, and deleting an ad waits for nobody.
create table ad_clicks (
  ad_id uuid not null,
  visitor_id uuid not null,
  day date not null,
  primary key (ad_id, visitor_id, day)
);
create index ad_clicks_of_day on ad_clicks (day);

-- The counts are those of the rows, whoever writes them. In the order of ads, so that no two wait for each other in a circle.
create function count_ad_clicks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with counted as (select ad_id, count(*)::integer as clicks from fresh group by ad_id),
      held as (select id from ads where id in (select ad_id from counted) order by id for no key update)
    update ads set click_count = click_count + counted.clicks from counted join held on held.id = counted.ad_id where ads.id = counted.ad_id;
  else
    with counted as (select ad_id, count(*)::integer as clicks from stale group by ad_id),
      held as (select id from ads where id in (select ad_id from counted) order by id for no key update)
    update ads set clicks_forgotten = clicks_forgotten + counted.clicks from counted join held on held.id = counted.ad_id where ads.id = counted.ad_id;
  end if;
  return null;
end $$;
create trigger ad_clicks_come after insert on ad_clicks referencing new table as fresh for each statement execute function count_ad_clicks();
create trigger ad_clicks_go after delete on ad_clicks referencing old table as stale for each statement execute function count_ad_clicks();

-- The app's role writes neither count, and changes no click.
revoke insert, update on ads from viatu_app;
grant insert (id, title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, embed_code, created_by, created_at) on ads to viatu_app;
grant update (title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, embed_code) on ads to viatu_app;
revoke all on ad_clicks from viatu_app;
-- Locking rows, to forget them, asks for a column that may be changed; the day changes no count.
grant select, insert, delete, update (day) on ad_clicks to viatu_app;

-- Kept pages show the strip; a click changes nothing that they show.
create trigger promotions_changed after insert or update or delete on promotional_content for each statement execute function tell_shelf_changed();
create trigger ads_come_and_go after insert or delete on ads for each statement execute function tell_shelf_changed();
create trigger ads_changed after update of title, description, target_url, promotional_content_id, image_url, is_active, is_sponsored, embed_code on ads
  for each statement execute function tell_shelf_changed();
