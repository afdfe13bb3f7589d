-- What the panel still read whole tables for, with a hundred thousand products and a million orders (docs/plans.md).

-- How many sizes a product has: what is not there has no index. Whoever adds or removes sizes holds the product by then (features/catalogue/lock-product.ts).
alter table products add column size_count integer not null default 0 check (size_count >= 0);
update products p set size_count = z.count from (select product_id, count(*) as count from product_size group by 1) z where z.product_id = p.id;

create function count_sizes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update products p set size_count = p.size_count + a.count from (select product_id, count(*) as count from added group by 1) a where p.id = a.product_id;
  else
    update products p set size_count = p.size_count - r.count from (select product_id, count(*) as count from removed group by 1) r where p.id = r.product_id;
  end if;
  return null;
end $$;
create trigger sizes_counted_new after insert on product_size referencing new table as added for each statement execute function count_sizes();
create trigger sizes_counted_gone after delete on product_size referencing old table as removed for each statement execute function count_sizes();

-- What nobody can buy, whatever its sizes have. What is sold out is found by its sizes.
drop index products_off_shelf;
create index products_out_of_reach on products (created_at desc, id desc) where archived_at is null and (not is_available or size_count = 0);

-- Sizes that run low: `lowStock` of domain/catalogue.ts, and of domain/figures.ts for the rankings, which know a size by its id.
drop index product_size_low;
create index product_size_low on product_size (product_id) include (id, stock) where stock <= 3;

-- Sizes to pick from are counted without a look at the rows.
create index product_size_on_shelf on product_size (product_id, label) where stock > 0;

-- Orders that wait for a commission are those that are here and not there: both are read in the order of their ids, without a look at the rows.
create index orders_with_commission_due on orders (id) include (created_at) where affiliate_id is not null and paid_at is not null and status <> 'cancelled';
create index affiliate_commissions_that_count on affiliate_commissions (order_id) where status <> 'rejected' or is_own;

-- Rankings of a shop with many orders, counted by a job (features/store-admin/keep-rankings.ts): ids and sums; names are looked up when they are shown.
create table kept_rankings (
  period text primary key,
  counted_at timestamptz not null,
  counted jsonb not null
);
