-- Whether a live shop has opened its doors, and the link by which the first owner claims it. One row.
create table shop_opening (
  id boolean primary key default true check (id),
  -- The hash of the link that the newest start printed; none once it was used.
  claim_hash text,
  claim_until timestamptz,
  texts_read_at timestamptz,
  texts_read_by uuid,
  opened_at timestamptz,
  opened_by uuid,
  constraint shop_opening_claim check ((claim_hash is null) = (claim_until is null)),
  constraint shop_opening_opened check (opened_by is null or opened_at is not null)
);
revoke insert, delete on shop_opening from viatu_app;
-- A shop in which somebody works was opened before there were doors.
insert into shop_opening (opened_at) select (select now() from profiles where role is not null limit 1);

-- Every process learns of it as of a setting (0040-shop-settings.sql).
create trigger shop_opened after update of opened_at on shop_opening for each statement execute function notify_settings_changed();
