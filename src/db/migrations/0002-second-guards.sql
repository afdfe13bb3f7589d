-- The limits of domain/payment.ts, guarded where ten orders that come at once cannot pass each other: prompts cost a stranger's patience.
-- A prompt that M-Pesa was too busy to take reached no phone and does not count.
create function refuse_prompt_flood() returns trigger language plpgsql as $$
declare
  ten_minutes integer;
  hour integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.phone, 7214006));
  select count(*) filter (where a.created_at > new.created_at - interval '10 minutes'), count(*) into ten_minutes, hour
  from payment_attempts a
  where a.source = 'prompt' and a.phone = new.phone and a.created_at > new.created_at - interval '1 hour' and a.result_code is distinct from 'busy';
  if ten_minutes >= 3 or hour >= 6 then
    raise exception 'too many prompts for this phone' using errcode = 'check_violation', constraint = 'payment_attempts_prompt_limit';
  end if;
  return new;
end $$;
create trigger payment_attempts_prompt_limit before insert on payment_attempts for each row when (new.source = 'prompt') execute function refuse_prompt_flood();

-- Temporary tables are looked for first unless they are named last: none may stand in for the shelf.
alter function move_stock() set search_path = public, pg_temp;
