-- Delivery options is the word: of their table, of the name that an order keeps, and of what an owner and the browser's client of before have written down.
-- A process that reads the old names cannot work beside this one: it is closed before the first of this version starts. Rows stay as they are; only names change.

alter table delivery_ways rename to delivery_options;
alter index delivery_ways_of_zone rename to delivery_options_of_zone;
alter trigger delivery_ways_changed on delivery_options rename to delivery_options_changed;
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint where conrelid = 'delivery_options'::regclass and conname like 'delivery\_ways%' loop
    execute format('alter table delivery_options rename constraint %I to %I', name, replace(name, 'delivery_ways', 'delivery_options'));
  end loop;
end $$;

alter table orders rename column delivery_way to delivery_option;
alter domain delivery_way_name rename to delivery_option_name;
alter domain delivery_option_name rename constraint delivery_way_name_check to delivery_option_name_check;

-- A snapshot is put back by the names of its fields, and a draft is read by them. The audit log is final: its older entries say the word of then.
update data_snapshot_rows set row = row - 'delivery_way' || jsonb_build_object('delivery_option', row -> 'delivery_way')
where table_name = 'orders' and row ? 'delivery_way';
update order_drafts set input = input - 'delivery_way_id' || jsonb_build_object('delivery_option_id', input -> 'delivery_way_id') where input ? 'delivery_way_id';

-- What the help says, where the owner has not written otherwise.
update help_sections set updated_at = now(), body = replace(replace(body, 'where you deliver, by which ways and in how many days,', 'where you deliver, by which options and in how many days,'),
  'Where there are several ways, such as to the door,', 'Where there are several options, such as to the door,')
where slug = 'shipping' and (position('by which ways and in how many days,' in body) > 0 or position('Where there are several ways, such as to the door,' in body) > 0);
