-- Promotional Content and Advertisement Management (docs/decisions/0016).

-- What stands where a browser cannot play the video.
alter table promotional_content add column poster_url text,
  add constraint promotional_content_poster check (poster_url is null or content_type = 'video' and poster_url ~ '^/files/'),
  -- Pages show pictures and videos from ourselves only (decisions, Catalogue); a text may lead to another site.
  add constraint promotional_content_own_files check (content_type = 'text' or content_url ~ '^/files/');
alter table ads add constraint ads_own_files check (image_url ~ '^/files/');

create trigger promotions_posters_come after insert on promotional_content referencing new table as fresh for each statement execute function follow_files('poster_url');
create trigger promotions_posters_change after update on promotional_content referencing new table as fresh old table as stale for each statement execute function follow_files('poster_url');
create trigger promotions_posters_go after delete on promotional_content referencing old table as stale for each statement execute function follow_files('poster_url');

-- The lists of the panel, which also have what is switched off.
create index promotional_content_newest on promotional_content (created_at desc, id desc);
create index ads_newest on ads (created_at desc, id desc);
-- Deleting a promotion lets go of the ads that link to it.
create index ads_of_promotion on ads (promotional_content_id) where promotional_content_id is not null;
