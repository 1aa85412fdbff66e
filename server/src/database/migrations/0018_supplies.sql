-- What a search over supplies looks in, the barcodes of their boxes aside.
create function supply_words(number text, destination text) returns text language sql immutable parallel safe
  return concat_ws(' ', number, destination);

-- The number that a supply was given last in a year; whoever makes one holds the row.
create table supply_numbers (
  company_id bigint not null references companies,
  year integer not null check (year between 2000 and 2200),
  last integer not null check (last > 0),
  primary key (company_id, year)
);

create table supplies (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  number text collate "ru-x-icu" not null check (length(number) between 1 and 50 and number !~ '[[:cntrl:]]'),
  status text not null default 'draft'
    check (status in ('draft', 'packing', 'packed', 'shipped', 'accepted', 'cancelled')),
  legal_entity_id bigint,
  warehouse_id bigint not null,
  destination text collate "ru-x-icu" check (length(destination) between 1 and 200),
  marketplace text not null check (marketplace in ('wildberries', 'ozon', 'other')),
  planned_on date,
  comment text not null default '' check (length(comment) <= 2000),
  -- Kept by triggers. The pieces are in supply_products: a row that all packers change would hold each of them up.
  boxes_count integer not null default 0 check (boxes_count between 0 and 20000),
  sealed_count integer not null default 0 check (sealed_count between 0 and boxes_count),
  status_at timestamptz(3) not null,
  -- Its boxes are gone with it, and come back with it: one stamp for all.
  deleted_at timestamptz(3),
  deleted_by bigint,
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  created_by bigint,
  updated_by bigint,
  primary key (company_id, id),
  foreign key (company_id, legal_entity_id) references legal_entities,
  foreign key (company_id, warehouse_id) references warehouses,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, updated_by) references users,
  foreign key (company_id, deleted_by) references users,
  check ((deleted_at is null) = (deleted_by is null)),
  -- What has left the warehouse is not deleted.
  check (deleted_at is null or status not in ('shipped', 'accepted'))
);
create unique index supplies_one_of_number on supplies (company_id, lower(number)) where deleted_at is null;
create index supplies_by_status on supplies (company_id, status, id);
create index supplies_by_warehouse on supplies (company_id, warehouse_id);
create index supplies_by_legal_entity on supplies (company_id, legal_entity_id) where legal_entity_id is not null;
create index supplies_by_words on supplies using gin (search_form(supply_words(number, destination)) gin_trgm_ops);
create index supplies_by_creator on supplies (company_id, created_by) where created_by is not null;
create index supplies_by_changer on supplies (company_id, updated_by) where updated_by is not null;
create index supplies_by_deleter on supplies (company_id, deleted_by) where deleted_by is not null;

-- A supply goes one step on, one step back until it is shipped, or away; what has gone stays as it is.
create function guard_supply() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'supplies are not deleted' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status || ' ' || new.status not in (
    'draft packing', 'packing draft', 'packing packed', 'packed packing', 'packed shipped', 'shipped accepted',
    'draft cancelled', 'packing cancelled', 'packed cancelled'
  ) then
    raise exception 'a supply does not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_supply before update of status or delete on supplies
  for each row execute function guard_supply();

-- What of each product a supply is to have, and has. Packers meet here, and nowhere else: whoever puts a piece into a
-- box raises the row of its product, which the plan bounds.
create table supply_products (
  company_id bigint not null,
  supply_id bigint not null,
  product_id bigint not null,
  -- Null in all rows of a supply without a plan; 0: it has one, and this product is not in it.
  planned integer check (planned between 0 and 1000000),
  packed integer not null default 0 check (packed >= 0),
  -- Its place in the plan.
  position integer check (position >= 0),
  constraint supply_products_within_plan check (planned is null or packed <= planned),
  primary key (company_id, supply_id, product_id),
  foreign key (company_id, supply_id) references supplies,
  foreign key (company_id, product_id) references products
);
create index supply_products_of_product on supply_products (company_id, product_id);

create table supply_boxes (
  company_id bigint not null,
  id bigint generated always as identity,
  supply_id bigint not null,
  number integer not null check (number > 0),
  -- Left empty, it gets one of its own.
  barcode text not null default '' check (barcode ~ '^[!-+\--~]{1,64}$'),
  weight_g integer check (weight_g between 1 and 1000000),
  -- Kept by triggers: what is in it, and what belongs into it.
  units_count integer not null default 0 check (units_count >= 0),
  planned_count integer not null default 0 check (planned_count >= 0),
  packed_by bigint,
  sealed_at timestamptz(3),
  sealed_by bigint,
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- The import that has made it.
  import_id bigint,
  primary key (company_id, id),
  unique (company_id, supply_id, id),
  foreign key (company_id, import_id) references imports on delete set null (import_id),
  foreign key (company_id, supply_id) references supplies,
  foreign key (company_id, packed_by) references users,
  foreign key (company_id, sealed_by) references users,
  check ((sealed_at is null) = (sealed_by is null)),
  -- Nothing empty is sealed, and nothing sealed is deleted.
  check (sealed_at is null or (units_count > 0 and deleted_at is null)),
  check (deleted_at is null or units_count = 0)
);
create unique index supply_boxes_one_of_number on supply_boxes (company_id, supply_id, number) where deleted_at is null;
create unique index supply_boxes_one_of_barcode on supply_boxes (company_id, supply_id, barcode)
  where deleted_at is null;
-- A search begins with what a box's barcode begins with.
create index supply_boxes_by_barcode on supply_boxes (company_id, lower(barcode) text_pattern_ops)
  where deleted_at is null;
create index supply_boxes_of_import on supply_boxes (company_id, import_id) where import_id is not null;
create index supply_boxes_by_packer on supply_boxes (company_id, packed_by) where packed_by is not null;
create index supply_boxes_by_sealer on supply_boxes (company_id, sealed_by, sealed_at) where sealed_by is not null;

-- A box without a barcode gets one that no other has. A sealed one stays as it is until it is unsealed.
create function guard_box() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'boxes are not deleted' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from supplies where company_id = new.company_id and id = new.supply_id
      and deleted_at is null and status in ('draft', 'packing', 'packed')
  ) then
    raise exception 'the supply is closed' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.barcode = '' then
      new.barcode := 'BX' || lpad(new.id::text, greatest(10, length(new.id::text)), '0');
    end if;
  elsif old.sealed_at is not null and new.sealed_at is not null
    and (old.barcode, old.weight_g, old.number, old.units_count, old.planned_count, old.sealed_at)
      is distinct from (new.barcode, new.weight_g, new.number, new.units_count, new.planned_count, new.sealed_at) then
    raise exception 'the box is sealed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- Not of its import, which is forgotten in time.
create trigger guard_box before insert or delete or update of
  supply_id, number, barcode, weight_g, units_count, planned_count, packed_by, sealed_at, sealed_by, deleted_at
  on supply_boxes
  for each row execute function guard_box();

-- The row of the supply is held by whoever adds, deletes, seals and unseals.
create function count_boxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update supplies set boxes_count = boxes_count + more.boxes, sealed_count = sealed_count + more.sealed
    from (
      select company_id, supply_id, count(*) as boxes, count(sealed_at) as sealed
      from after where deleted_at is null group by company_id, supply_id
    ) as more
    where supplies.company_id = more.company_id and supplies.id = more.supply_id;
  else
    update supplies set boxes_count = boxes_count + more.boxes, sealed_count = sealed_count + more.sealed
    from (
      select company_id, supply_id, sum(sign) as boxes,
        coalesce(sum(sign) filter (where sealed_at is not null), 0) as sealed
      from (
        select company_id, supply_id, 1 as sign, sealed_at from after where deleted_at is null
        union all
        select company_id, supply_id, -1, sealed_at from before where deleted_at is null
      ) as changes
      group by company_id, supply_id
      having (sum(sign), coalesce(sum(sign) filter (where sealed_at is not null), 0)) is distinct from (0, 0)
    ) as more
    where supplies.company_id = more.company_id and supplies.id = more.supply_id;
  end if;
  return null;
end $$;
create trigger count_boxes_on_insert after insert on supply_boxes
  referencing new table as after for each statement execute function count_boxes();
create trigger count_boxes_on_update after update on supply_boxes
  referencing old table as before new table as after for each statement execute function count_boxes();

create table supply_box_items (
  company_id bigint not null,
  id bigint generated always as identity,
  supply_id bigint not null,
  box_id bigint not null,
  product_id bigint not null,
  quantity integer not null check (quantity between 0 and 1000000),
  -- How many of it belong into the box; null: nobody has said.
  planned integer check (planned between 1 and 1000000),
  expires_on date,
  version integer not null default 1,
  primary key (company_id, id),
  unique (company_id, box_id, product_id),
  foreign key (company_id, supply_id, box_id) references supply_boxes (company_id, supply_id, id),
  foreign key (company_id, product_id) references products,
  check (quantity > 0 or planned is not null),
  constraint supply_box_items_within_plan check (planned is null or quantity <= planned)
);
create index supply_box_items_of_product on supply_box_items (company_id, product_id);
create index supply_box_items_of_supply on supply_box_items (company_id, supply_id);

-- What goes into a box and out of it is counted for the box, which its packer holds, and for the product in the supply.
create function count_items() returns trigger language plpgsql as $$
declare
  changes jsonb;
begin
  -- One list of what has changed, whichever of the two tables there are.
  if tg_op = 'INSERT' then
    select jsonb_agg(c) into changes from (
      select company_id, supply_id, box_id, product_id, quantity as units, coalesce(planned, 0) as plan from after
    ) as c;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(c) into changes from (
      select company_id, supply_id, box_id, product_id, -quantity as units, -coalesce(planned, 0) as plan from before
    ) as c;
  else
    select jsonb_agg(c) into changes from (
      select company_id, supply_id, box_id, product_id, sum(units) as units, sum(plan) as plan from (
        select company_id, supply_id, box_id, product_id, quantity as units, coalesce(planned, 0) as plan from after
        union all
        select company_id, supply_id, box_id, product_id, -quantity, -coalesce(planned, 0) from before
      ) as both_tables
      group by company_id, supply_id, box_id, product_id
    ) as c;
  end if;
  if changes is null then return null; end if;

  update supply_boxes set units_count = units_count + c.units, planned_count = planned_count + c.plan
  from (
    select company_id, box_id, sum(units) as units, sum(plan) as plan
    from jsonb_to_recordset(changes) as x (company_id bigint, box_id bigint, units integer, plan integer)
    group by company_id, box_id
  ) as c
  where supply_boxes.company_id = c.company_id and supply_boxes.id = c.box_id;

  if exists (
    select from jsonb_to_recordset(changes) as x (company_id bigint, box_id bigint)
    join supply_boxes as box on box.company_id = x.company_id and box.id = x.box_id
    where box.sealed_at is not null or box.deleted_at is not null
  ) then
    raise exception 'the box is sealed' using errcode = 'restrict_violation';
  end if;

  -- In one order, so that two packers never wait for each other.
  insert into supply_products as counted (company_id, supply_id, product_id, planned, packed)
  select company_id, supply_id, product_id,
    -- Of this product; where it has no row, what a plan leaves to those that are not in it. The check sees it first.
    coalesce((
      select planned from supply_products as present
      where present.company_id = x.company_id and present.supply_id = x.supply_id
        and present.product_id = x.product_id
    ), (
      select min(0) from supply_products as present
      where present.company_id = x.company_id and present.supply_id = x.supply_id and present.planned is not null
    )),
    sum(units)
  from jsonb_to_recordset(changes)
    as x (company_id bigint, supply_id bigint, product_id bigint, units integer)
  group by company_id, supply_id, product_id
  having sum(units) > 0
  order by product_id
  on conflict (company_id, supply_id, product_id) do update set packed = counted.packed + excluded.packed;

  if not changes @? '$[*] ? (@.units < 0)' then return null; end if;

  update supply_products set packed = packed + less.units
  from (
    select company_id, supply_id, product_id, sum(units) as units
    from jsonb_to_recordset(changes)
      as x (company_id bigint, supply_id bigint, product_id bigint, units integer)
    group by company_id, supply_id, product_id
    having sum(units) < 0
  ) as less
  where supply_products.company_id = less.company_id and supply_products.supply_id = less.supply_id
    and supply_products.product_id = less.product_id;
  -- What is neither planned nor packed any more is nobody's concern, and holds its product no longer.
  delete from supply_products
  using jsonb_to_recordset(changes) as x (company_id bigint, supply_id bigint, product_id bigint, units integer)
  where x.units < 0 and packed = 0 and position is null and supply_products.company_id = x.company_id
    and supply_products.supply_id = x.supply_id and supply_products.product_id = x.product_id;
  return null;
end $$;
create trigger count_items_on_insert after insert on supply_box_items
  referencing new table as after for each statement execute function count_items();
create trigger count_items_on_update after update on supply_box_items
  referencing old table as before new table as after for each statement execute function count_items();
create trigger count_items_on_delete after delete on supply_box_items
  referencing old table as before for each statement execute function count_items();

-- Each scan as it was: only added to. Taken back, it says by whom, once.
create table supply_scans (
  company_id bigint not null,
  id bigint generated always as identity,
  supply_id bigint not null,
  box_id bigint not null,
  product_id bigint not null,
  -- Made by whoever scans: sent twice, it is one scan.
  scan_id text not null check (scan_id ~ '^[!-.0-~]{1,64}$'),
  quantity integer not null check (quantity between 1 and 1000000),
  user_id bigint not null,
  -- The running task of the person that it was counted into, and how much of it.
  task_id bigint,
  task_quantity integer not null default 0 check (task_quantity between 0 and quantity),
  created_at timestamptz(3) not null,
  taken_back_at timestamptz(3),
  taken_back_by bigint,
  primary key (company_id, id),
  constraint supply_scans_one_of_scan_id unique (company_id, supply_id, scan_id),
  foreign key (company_id, supply_id, box_id) references supply_boxes (company_id, supply_id, id),
  foreign key (company_id, product_id) references products,
  foreign key (company_id, user_id) references users,
  foreign key (company_id, task_id) references tasks,
  foreign key (company_id, taken_back_by) references users,
  check ((taken_back_at is null) = (taken_back_by is null)),
  check (task_id is not null or task_quantity = 0)
);
create index supply_scans_of_supply on supply_scans (company_id, supply_id, id);
create index supply_scans_of_box on supply_scans (company_id, box_id);
create index supply_scans_of_product on supply_scans (company_id, product_id);
create index supply_scans_of_user on supply_scans (company_id, user_id, created_at);
create index supply_scans_of_task on supply_scans (company_id, task_id) where task_id is not null;
create index supply_scans_by_taker on supply_scans (company_id, taken_back_by) where taken_back_by is not null;

create function keep_scans() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.taken_back_at is null and new.taken_back_at is not null
      and to_jsonb(old) - array['taken_back_at', 'taken_back_by'] = to_jsonb(new) - array['taken_back_at', 'taken_back_by']
    then
      return new;
    end if;
  end if;
  raise exception 'scans are only added to' using errcode = 'restrict_violation';
end $$;
create trigger keep_scans before update or delete on supply_scans for each row execute function keep_scans();
create trigger keep_all_scans before truncate on supply_scans for each statement execute function keep_scans();

-- How much each has scanned in a supply: one row a person, so that they do not wait for each other.
create table supply_packers (
  company_id bigint not null,
  supply_id bigint not null,
  user_id bigint not null,
  units integer not null check (units >= 0),
  last_at timestamptz(3) not null,
  primary key (company_id, supply_id, user_id),
  foreign key (company_id, supply_id) references supplies,
  foreign key (company_id, user_id) references users
);
create index supply_packers_of_user on supply_packers (company_id, user_id);

create function count_scans() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into supply_packers as counted (company_id, supply_id, user_id, units, last_at)
    values (new.company_id, new.supply_id, new.user_id, new.quantity, new.created_at)
    on conflict (company_id, supply_id, user_id)
    do update set units = counted.units + excluded.units, last_at = greatest(counted.last_at, excluded.last_at);
  else
    update supply_packers set units = units - new.quantity
    where company_id = new.company_id and supply_id = new.supply_id and user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger count_scans after insert or update on supply_scans for each row execute function count_scans();

alter table tasks
  add column supply_id bigint,
  add foreign key (company_id, supply_id) references supplies;
create index tasks_by_supply on tasks (company_id, supply_id, id) where supply_id is not null;

alter table imports
  add column supply_id bigint,
  add foreign key (company_id, supply_id) references supplies,
  add check ((kind = 'supplies') = (supply_id is not null));
create index imports_of_supply on imports (company_id, supply_id) where supply_id is not null;

-- What an import has taken out of boxes, so that it can be put back.
create table import_removals (
  company_id bigint not null,
  id bigint generated always as identity,
  import_id bigint not null,
  box_id bigint not null,
  -- Whether the box itself went.
  is_box boolean not null,
  -- The lines that went: product_id, quantity, planned, expires_on.
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  primary key (company_id, id),
  foreign key (company_id, import_id) references imports on delete cascade,
  foreign key (company_id, box_id) references supply_boxes
);
create index import_removals_of_import on import_removals (company_id, import_id);
create index import_removals_of_box on import_removals (company_id, box_id);
