-- What the panel's lists of people, commissions and payouts are read and searched by.
create index profiles_newest on profiles (created_at desc, id desc) where deleted_at is null;
create index profiles_by_words on profiles using gin (full_name gin_trgm_ops, affiliate_code gin_trgm_ops, phone gin_trgm_ops);
create index users_by_email on auth.users using gin (email gin_trgm_ops);
create index affiliate_commissions_newest on affiliate_commissions (created_at desc, id desc);
create index affiliate_payouts_newest on affiliate_payouts (requested_at desc, id desc);
create index affiliate_payouts_by_words on affiliate_payouts using gin (mpesa_full_name gin_trgm_ops, mpesa_phone_number gin_trgm_ops, receipt gin_trgm_ops);

-- Why an affiliate is paused; who paused them reads it, and the next admin.
alter table profiles add column affiliate_pause_reason text
  constraint profiles_pause_reason check (affiliate_pause_reason is null or (affiliate_paused_at is not null and length(affiliate_pause_reason) between 1 and 500));
