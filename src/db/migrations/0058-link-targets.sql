-- Ads and promotions lead to another site or to a page of the shop; which pages there are, domain/link-target.ts says.
alter table ads drop constraint ads_target_url_check,
  add constraint ads_target_url_check check (target_url ~ '^https?://' or (target_url ~ '^/' and target_url !~ '//|\\'));
alter table promotional_content drop constraint promotional_content_content_url_check,
  add constraint promotional_content_content_url_check check (content_url ~ '^(/files/|https?://)' or (content_type = 'text' and content_url ~ '^/' and content_url !~ '//|\\'));
