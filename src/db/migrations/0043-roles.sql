-- Who works in the shop (domain/roles.ts). Present admins are its owners; `is_admin`, the specification's word, follows from the role.
drop trigger profiles_last_admin on profiles;
drop trigger profiles_last_admin_gone on profiles;
drop function keep_an_admin();

alter table profiles add column role text constraint profiles_role check (role in ('owner', 'manager', 'packer', 'content'));
update profiles set role = 'owner' where is_admin;
alter table profiles drop constraint profiles_deleted;
alter table profiles drop column is_admin;
alter table profiles add column is_admin boolean not null generated always as (role is not null and role in ('owner', 'manager')) stored;
alter table profiles add constraint profiles_deleted check (deleted_at is null or
  (full_name = '' and phone is null and address is null and affiliate_code is null and role is null and not is_affiliate));
create index profiles_staff on profiles (id) where role is not null;

-- The shop needs an owner: of the last two owners who leave at once, one stays.
create function keep_an_owner() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7214007);
  if not exists (select from profiles where role = 'owner' and id <> old.id) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'profiles_last_owner';
  end if;
  return null;
end $$;
create trigger profiles_last_owner after update of role on profiles for each row
  when (old.role = 'owner' and new.role is distinct from 'owner') execute function keep_an_owner();
create trigger profiles_last_owner_gone after delete on profiles for each row when (old.role = 'owner') execute function keep_an_owner();
