-- What was taken back is no commission any more: the sums of each day hold it as a line of its own, below zero, on the day of its commission.
create function tally_of(d commission_deductions) returns setof day_tallies language sql stable as $$
  select 'commission', (c.created_at at time zone 'Africa/Nairobi')::date, 'taken back', 0, -d.amount
  from affiliate_commissions c where c.id = d.commission_id and d.kind = 'clawback' and d.undone_at is null
$$;

create function tally_clawbacks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from added a, tally_of(a::commission_deductions) t group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into day_tallies select t.kind, t.day, t.status, -sum(t.count), -sum(t.amount) from removed r, tally_of(r::commission_deductions) t group by 1, 2, 3;
  else
    insert into day_tallies select kind, day, status, -count, -amount from tally_of(old) union all select * from tally_of(new);
  end if;
  return null;
end $$;
create trigger clawbacks_tally_new after insert on commission_deductions referencing new table as added for each statement execute function tally_clawbacks();
create trigger clawbacks_tally_gone after delete on commission_deductions referencing old table as removed for each statement execute function tally_clawbacks();
create trigger clawbacks_tally_moved after update on commission_deductions for each row
  when (old.kind = 'clawback' and (old.undone_at is null) <> (new.undone_at is null)) execute function tally_clawbacks();

-- What was there before.
insert into day_tallies select t.kind, t.day, t.status, sum(t.count), sum(t.amount) from commission_deductions d, tally_of(d) t group by 1, 2, 3;

-- The help says when a link earns. A text that an admin has saved is theirs.
update help_sections set updated_at = greatest(now(), updated_at + interval '1 millisecond'), body =
  replace(body, $old$When somebody who came by your link buys within 30 days, you earn 10% of the order once we have approved it.$old$,
    $new$When somebody who came by your link orders within 30 days, the first of those orders that is paid earns you 10% of it, once we have approved it. A prompt that they gave up before costs you nothing.$new$)
where body like '%When somebody who came by your link buys within 30 days%' and updated_by is null;
