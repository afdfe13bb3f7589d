-- The demo's month of orders is made up, and so are its buyers and affiliates (features/orders/seed-orders.ts). Which ones stands here: a live shop opens with none of
-- them (features/store-admin/leave-demo.ts). What is marked goes without its mark; a mark goes with what it marks.
create table made_up_orders (order_id uuid primary key references orders (id) on delete cascade);
create table made_up_people (profile_id uuid primary key references profiles (id) on delete cascade);

-- The shop itself only reads them: no order that somebody placed can be marked by mistake.
revoke insert, update, delete on made_up_orders, made_up_people from viatu_app;

-- Shops that were filled before: an id of M-Pesa's never looks like these, and nobody can sign in to such an account.
insert into made_up_orders select distinct order_id from payment_attempts where checkout_request_id ~ '^seed_\d+$' and order_id is not null;
insert into made_up_people select u.id from auth.users u
where u.email ~ '^person-\d+@made-up\.example$' and not exists (select from auth.accounts a where a.user_id = u.id);
