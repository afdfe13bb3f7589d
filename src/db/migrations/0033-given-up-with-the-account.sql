-- Deleting an account gives up its pending commissions: they are rejected, and none becomes approved afterwards (domain/commission.ts).
update affiliate_commissions c set status = 'rejected', reason = 'The affiliate deleted their account', rejected_at = now()
from profiles p where p.id = c.affiliate_id and p.deleted_at is not null and c.status = 'pending';

create function refuse_deleted_affiliate() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from profiles where id = new.affiliate_id and deleted_at is not null) then
    raise exception 'the affiliate deleted their account' using errcode = 'check_violation', constraint = 'affiliate_commissions_of_account';
  end if;
  return new;
end $$;
create trigger affiliate_commissions_of_account before update of status on affiliate_commissions for each row
  when (new.status = 'approved' and old.status <> 'approved') execute function refuse_deleted_affiliate();
