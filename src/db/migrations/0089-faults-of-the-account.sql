-- A prompt that M-Pesa did not take for a fault of the shop's own account ('account', domain/payment.ts) reached no phone either: it does not count.
create or replace function refuse_prompt_flood() returns trigger language plpgsql as $$
declare
  ten_minutes integer;
  hour integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.phone, 7214006));
  select count(*) filter (where a.created_at > new.created_at - interval '10 minutes'), count(*) into ten_minutes, hour
  from payment_attempts a
  where a.source = 'prompt' and a.phone = new.phone and a.created_at > new.created_at - interval '1 hour'
    and coalesce(a.result_code, '') not in ('busy', 'account');
  if ten_minutes >= 3 or hour >= 6 then
    raise exception 'too many prompts for this phone' using errcode = 'check_violation', constraint = 'payment_attempts_prompt_limit';
  end if;
  return new;
end $$;

create or replace function refuse_test_flood() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214042);
  if (select count(*) from payment_attempts a where a.source = 'test' and a.created_at > new.created_at - interval '24 hours'
    and coalesce(a.result_code, '') not in ('refused', 'busy', 'account')) >= 3 then
    raise exception 'too many tests of accounts today' using errcode = 'check_violation', constraint = 'payment_attempts_test_limit';
  end if;
  return new;
end $$;

-- People who chose their notifications before there was this one hear of it as others do.
update alert_settings set chosen = chosen || '{account push,account email}' where chosen is not null and not 'account push' = any(chosen);
