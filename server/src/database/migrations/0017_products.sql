-- Letters that look alike in both alphabets as one: two articles that no eye can tell apart are one.
create function look_of(value text) returns text language sql immutable strict parallel safe
  return translate(upper(value), 'АВЕЁКМНОРСТУХ', 'ABEEKMHOPCTYX');

-- What a scanner can read: visible ASCII but for the comma, which stands between barcodes in files. Thirteen digits
-- are an EAN-13, whose last one is made of the others; 4.6E+12 is what a spreadsheet has left of one.
create function is_barcode(value text) returns boolean language sql immutable parallel safe
  return case
    when value !~ '^[!-+\--~]{1,64}$' then false
    when value ~ '^[0-9]+(\.[0-9]+)?[Ee][+]?[0-9]+$' then false
    when value ~ '^[0-9]{13}$' then mod(
      ascii(value) + ascii(substr(value, 3)) + ascii(substr(value, 5)) + ascii(substr(value, 7))
      + ascii(substr(value, 9)) + ascii(substr(value, 11)) + ascii(substr(value, 13)) - 7 * 48
      + 3 * (ascii(substr(value, 2)) + ascii(substr(value, 4)) + ascii(substr(value, 6)) + ascii(substr(value, 8))
        + ascii(substr(value, 10)) + ascii(substr(value, 12)) - 6 * 48), 10) = 0
    else true
  end;

-- What a search over products looks in.
create function product_words(name text, article text, barcodes text[], wildberries_id bigint) returns text
  language sql immutable parallel safe
  return concat_ws(' ', name, article, array_to_string(barcodes, ' '), wildberries_id::text);

create table products (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text collate "ru-x-icu" not null check (length(name) between 1 and 200),
  article text collate "ru-x-icu" not null check (length(article) between 1 and 100 and article !~ '[[:cntrl:]]'),
  -- In their order; product_barcodes holds that each is one, and of one product.
  barcodes text[] not null default '{}' check (cardinality(barcodes) <= 50),
  wildberries_id bigint check (wildberries_id > 0),
  brand text check (length(brand) between 1 and 100),
  category text check (length(category) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  -- What one piece is put together of: name, article and quantity of each.
  components jsonb not null default '[]' check (jsonb_typeof(components) = 'array' and length(components::text) <= 65536),
  -- Of one piece: kopecks, coins, seconds, grams.
  money bigint not null default 0 check (money between 0 and 100000000000),
  coins bigint not null default 0 check (coins between 0 and 1000000000),
  norm_seconds integer check (norm_seconds between 1 and 31536000),
  weight_g integer check (weight_g between 1 and 1000000),
  is_active boolean not null default true,
  moy_sklad_id text check (length(moy_sklad_id) between 1 and 100),
  version integer not null default 1,
  -- For each field that was ever changed the version that changed it last.
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  created_by bigint,
  updated_by bigint,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users,
  foreign key (company_id, updated_by) references users
);
-- Imports look up thousands of articles in a table that fills meanwhile, of which the planner knows nothing: one
-- expression leaves it no other way to find them.
create function article_key(company bigint, article text) returns text language sql immutable strict parallel safe
  return company::text || ' ' || look_of(article);
create unique index products_one_of_article on products (article_key(company_id, article));
create unique index products_moy_sklad on products (company_id, moy_sklad_id) where moy_sklad_id is not null;
create index products_by_words on products
  using gin (search_form(product_words(name, article, barcodes, wildberries_id)) gin_trgm_ops);
-- Partial, so that none but the primary key offers itself for all products of a company.
create index products_by_creator on products (company_id, created_by) where created_by is not null;
create index products_by_changer on products (company_id, updated_by) where updated_by is not null;

-- Each barcode means one product. Kept by the triggers below, which see all rows of a statement at once: barcodes may
-- change places in it.
create table product_barcodes (
  company_id bigint not null,
  -- Checked here and not in the array above: there it would cost an import ten times as much.
  barcode text not null check (is_barcode(barcode)),
  product_id bigint not null,
  constraint product_barcodes_one_of_barcode primary key (barcode, company_id),
  foreign key (company_id, product_id) references products on delete cascade
);
create index product_barcodes_of_product on product_barcodes (company_id, product_id);

create function keep_product_barcodes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from product_barcodes kept using before join after using (company_id, id)
      where before.barcodes is distinct from after.barcodes
        and kept.company_id = before.company_id and kept.product_id = before.id;
    insert into product_barcodes (company_id, barcode, product_id)
      select after.company_id, unnest(after.barcodes), after.id
      from before join after using (company_id, id) where before.barcodes is distinct from after.barcodes;
  else
    insert into product_barcodes (company_id, barcode, product_id)
      select company_id, unnest(barcodes), id from after;
  end if;
  return null;
end $$;
create trigger keep_barcodes_on_insert after insert on products
  referencing new table as after for each statement execute function keep_product_barcodes();
create trigger keep_barcodes_on_update after update on products
  referencing old table as before new table as after for each statement execute function keep_product_barcodes();

-- How many products a company has, as deltas that a job folds, like task_totals.
create table product_totals (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  products bigint not null,
  primary key (company_id, id)
);

create function add_product_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_totals (company_id, products) select company_id, count(*) from after group by company_id;
  else
    insert into product_totals (company_id, products) select company_id, -count(*) from before group by company_id;
  end if;
  return null;
end $$;
create trigger add_totals_on_insert after insert on products
  referencing new table as after for each statement execute function add_product_totals();
create trigger add_totals_on_delete after delete on products
  referencing old table as before for each statement execute function add_product_totals();

create table product_stock (
  company_id bigint not null,
  product_id bigint not null,
  warehouse_id bigint not null,
  quantity integer not null check (quantity between 0 and 1000000000),
  primary key (company_id, product_id, warehouse_id),
  foreign key (company_id, product_id) references products on delete cascade,
  foreign key (company_id, warehouse_id) references warehouses
);
create index product_stock_of_warehouse on product_stock (company_id, warehouse_id);

create table product_multimedia (
  company_id bigint not null,
  product_id bigint not null,
  multimedia_id bigint not null,
  position integer not null check (position >= 0),
  primary key (company_id, product_id, multimedia_id),
  unique (company_id, product_id, position),
  foreign key (company_id, product_id) references products,
  foreign key (company_id, multimedia_id) references multimedia
);
create index product_multimedia_of_multimedia on product_multimedia (company_id, multimedia_id);

alter table tasks
  add column product_id bigint,
  add foreign key (company_id, product_id) references products;
create index tasks_by_product on tasks (company_id, product_id, id) where product_id is not null;

-- A file that was taken in, or only tried (`is_dry`). One run is one transaction; what it did to which row stays here,
-- so that it can be shown, and undone as a whole.
create table imports (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('products', 'supplies')),
  is_dry boolean not null,
  overwrites boolean not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- Per cent.
  progress integer not null default 0 check (progress between 0 and 100),
  -- As its sender calls it.
  file_name text not null check (length(file_name) between 1 and 200),
  -- Which column of the file is which field, and cells that were mended, where a person has said so.
  mapping jsonb not null default '{}' check (jsonb_typeof(mapping) = 'object' and length(mapping::text) <= 65536),
  fixes jsonb not null default '{}' check (jsonb_typeof(fixes) = 'object' and length(fixes::text) <= 1048576),
  -- What was read of the file: its header and the field of each column.
  layout jsonb check (jsonb_typeof(layout) = 'object' and length(layout::text) <= 262144),
  -- Counts of rows; none until it is done.
  total integer check (total >= 0),
  created integer check (created >= 0),
  updated integer check (updated >= 0),
  skipped integer check (skipped >= 0),
  refused integer check (refused >= 0),
  -- Why it failed, or why the undoing did: a key of a sentence, and its values.
  failure jsonb check (jsonb_typeof(failure) = 'object'),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  undone_by bigint,
  undone_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, created_by) references users,
  foreign key (company_id, undone_by) references users,
  check ((state = 'failed') <= (failure is not null)),
  check ((state in ('done', 'undoing', 'undone')) <= (total is not null)),
  check ((undone_at is null) = (undone_by is null)),
  check ((state = 'undone') <= (undone_at is not null)),
  check (total is null or total = created + updated + skipped + refused),
  check (not is_dry or state not in ('undoing', 'undone'))
);
create index imports_by_creator on imports (company_id, created_by);
create index imports_by_undoer on imports (company_id, undone_by);
create index imports_by_age on imports (created_at);
-- Those whose process may have ended under them.
create index imports_under_way on imports (id) where state in ('waiting', 'running', 'undoing');

create table import_rows (
  company_id bigint not null,
  import_id bigint not null,
  -- As a spreadsheet numbers it: the header is row 1.
  row integer not null check (row > 1),
  -- As the file has them, with what was mended.
  cells jsonb not null check (jsonb_typeof(cells) = 'array'),
  action text not null check (action in ('create', 'update', 'skip', 'refuse')),
  -- What is wrong with it: field, key of a sentence and its values.
  faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  -- What it has made or changed: the fields as they were, and the version that it made.
  entity_id bigint,
  before jsonb check (jsonb_typeof(before) = 'object'),
  version integer check (version > 0),
  -- Why undoing has left it as it was.
  undo_refusal text check (undo_refusal in ('changed', 'in_use')),
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references imports on delete cascade,
  check ((action = 'refuse') = (faults <> '[]'))
);

-- The token of a legal entity for Wildberries, sealed under the installation's key.
alter table legal_entities add column wildberries_token text check (length(wildberries_token) <= 8192);
