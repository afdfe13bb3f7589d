-- Any part of a style code. A search looks for a name, a style code or an id at once, and the planner puts their indexes together.
drop index products_by_style;
create index products_by_style on products using gin (style_code gin_trgm_ops) where style_code is not null;
