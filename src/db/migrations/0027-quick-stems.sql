-- The same answers in a hundredth of the time: a pattern that counts to 250 is walked in 250 states, and every picture on the shelf is asked about.
create or replace function file_stem(address text) returns text language sql immutable strict parallel safe
  return case when length(substring(address from '^/files/([\w/-]+)\.[a-z0-9]+$')) <= 250
    then regexp_replace(substring(address from '^/files/([\w/-]+)\.[a-z0-9]+$'), '-(400|800|1200|og)$', '') end;
