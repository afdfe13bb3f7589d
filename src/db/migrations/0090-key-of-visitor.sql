-- Guests share one owner of keys: only the visitor who sent a key reads what it made. A keyed hash of the browser, or of the network of a client without cookies;
-- null for an account, which is the owner itself, and in rows of before, which are gone after seven days.
alter table idempotency_keys add column visitor_hash text;

-- What Privacy says of the cookie, where the owner has not written otherwise.
update help_sections set updated_at = now(),
  body = replace(body, 'came by, and that a visit counts once |', 'came by, that a visit counts once, and that an order sent twice is placed once |')
where position('came by, and that a visit counts once |' in body) > 0 and length(body) < 15900;
