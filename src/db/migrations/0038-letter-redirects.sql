-- Where the link of a letter goes on to: a path of the shop, checked before it is written (domain/own-path.ts). Null for the letter's own page.
alter table auth.letter_requests add column redirect text check (redirect like '/%' and length(redirect) <= 500);
