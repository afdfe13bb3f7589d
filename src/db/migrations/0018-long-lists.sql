-- What the lists of a shop with a hundred thousand products and a million orders read (docs/plans.md).

-- Two migrations made the same index of commissions; and people's names stand in the one of their words as well.
drop index affiliate_commissions_by_age;
drop index profiles_by_name;
