-- Every shop has the categories of its menu (spec §2): without them no product has a shelf, and no import a row that holds. One that stands already keeps its row.
insert into categories (id, slug, name, position) values
  ('a1dd7618-9c52-4a8c-83c6-fed81e2b1e7b', 'women-shoes', 'Women Shoes', 0),
  ('7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', 'men-shoes', 'Men Shoes', 1),
  ('3ee74fa3-136c-48c3-8897-440ee8046d23', 'unisex-shoes', 'Unisex Shoes', 2)
on conflict do nothing;

insert into categories (id, slug, name, position, parent_id)
select child.id, child.slug, child.name, child.position, parent.id from (values
  ('0447fa1e-2443-4826-ac32-c41cf5fdadf0'::uuid, 'sandals', 'Sandals', 0, 'women-shoes'),
  ('fe431d69-216f-4a19-9421-a37318e7cf0d'::uuid, 'women-sneakers', 'Sneakers', 1, 'women-shoes'),
  ('523331b1-3811-41b7-935d-4a76a23eb941'::uuid, 'heels', 'Heels', 2, 'women-shoes'),
  ('9a9b0978-dd91-4cfc-99b4-3e6c7563611b'::uuid, 'flats', 'Flats', 3, 'women-shoes'),
  ('58dc2ea5-bf57-4d77-b196-836ad1e4c65d'::uuid, 'women-unisex-sneakers', 'Unisex Sneakers', 4, 'women-shoes'),
  ('65fae0b4-7413-4275-9aca-d0d6ad3ad206'::uuid, 'jordans', 'Jordans', 0, 'men-shoes'),
  ('041bf71f-f18d-4967-9c00-762c70fdc75a'::uuid, 'nike', 'Nike', 1, 'men-shoes'),
  ('3e59b8ae-305d-4eb5-a3f0-45279c6b7e0f'::uuid, 'loafers', 'Loafers', 2, 'men-shoes'),
  ('96fe00d9-f168-48fc-8113-f1cf1a4f7aaf'::uuid, 'casual', 'Casual', 3, 'men-shoes'),
  ('356329a2-9218-4440-94c3-5304eac77839'::uuid, 'men-unisex-sneakers', 'Unisex Sneakers', 4, 'men-shoes')
) as child (id, slug, name, position, parent_slug) join categories parent on parent.slug = child.parent_slug
on conflict do nothing;
