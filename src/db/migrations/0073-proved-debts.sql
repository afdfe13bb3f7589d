-- Whether the deleted account had proved what was hashed: only by that a debt is attached without an owner's decision. Of earlier hashes it is not known, and
-- an owner decides.
alter table affiliate_debt_hashes add column proved boolean not null default false;
