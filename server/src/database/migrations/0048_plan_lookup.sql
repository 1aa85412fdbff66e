-- Whether a supply has a plan is asked for each batch of pieces. A transaction that packs many leaves many old versions
-- of the rows of a supply, and without an index they were all read for each product of the batch.
create index supply_products_planned on supply_products (company_id, supply_id) where planned is not null;

-- As before, but the plan is looked for once in a statement.
create or replace function count_items() returns trigger language plpgsql as $$
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
  with plans as materialized (
    select company_id, supply_id, (
      -- Not `exists`, which may be answered by reading the plans of all supplies.
      select true from supply_products as present
      where present.company_id = y.company_id and present.supply_id = y.supply_id and present.planned is not null
      limit 1
    ) as has_plan
    from (select distinct company_id, supply_id
      from jsonb_to_recordset(changes) as z (company_id bigint, supply_id bigint)) as y
  )
  insert into supply_products as counted (company_id, supply_id, product_id, planned, packed)
  select company_id, supply_id, product_id,
    -- Of this product; where it has no row, what a plan leaves to those that are not in it. The check sees it first.
    coalesce((
      select planned from supply_products as present
      where present.company_id = x.company_id and present.supply_id = x.supply_id
        and present.product_id = x.product_id
    ), (
      select 0 from plans where plans.company_id = x.company_id and plans.supply_id = x.supply_id and has_plan
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
