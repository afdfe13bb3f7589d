-- Every deleted account that earned anything, or took over a debt, has its row: also one that stood at zero when it was deleted, because what was paid to it
-- can still be taken back. Accounts that were deleted before have no hashes: the debt can be seen and written off.
insert into affiliate_debts (profile_id, made_at)
select p.id, p.deleted_at from profiles p join wallets w on w.affiliate_id = p.id
where p.deleted_at is not null and (w.earned > 0 or w.available < 0 or exists (select from affiliate_debts d where d.attached_to = p.id))
on conflict do nothing;
