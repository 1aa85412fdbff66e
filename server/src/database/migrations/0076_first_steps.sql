-- The owner and the admins of a new company are shown what to do first. Older companies know it.
alter table companies add column is_led boolean not null default false;

-- The example of a company: at most one, so that two presses of its button add one.
create table examples (
  company_id bigint primary key references companies,
  created_at timestamptz(3) not null
);

-- What the example has added. A row that is deleted by hand leaves the example by itself.
create table example_rows (
  company_id bigint not null references examples on delete cascade,
  id bigint generated always as identity,
  task_id bigint,
  supply_id bigint,
  product_id bigint,
  legal_entity_id bigint,
  warehouse_id bigint,
  multimedia_id bigint,
  -- True only inside the transaction that removes the example, from before it deletes the row. The triggers below
  -- refuse to delete any other task, supply or box.
  is_leaving boolean not null default false,
  primary key (company_id, id),
  constraint example_rows_of_one_thing
    check (num_nonnulls(task_id, supply_id, product_id, legal_entity_id, warehouse_id, multimedia_id) = 1),
  foreign key (company_id, task_id) references tasks on delete cascade,
  foreign key (company_id, supply_id) references supplies on delete cascade,
  foreign key (company_id, product_id) references products on delete cascade,
  foreign key (company_id, legal_entity_id) references legal_entities on delete cascade,
  foreign key (company_id, warehouse_id) references warehouses on delete cascade,
  foreign key (company_id, multimedia_id) references multimedia on delete cascade
);
create unique index example_rows_one_of_task on example_rows (company_id, task_id) where task_id is not null;
create unique index example_rows_one_of_supply on example_rows (company_id, supply_id) where supply_id is not null;
create unique index example_rows_one_of_product on example_rows (company_id, product_id) where product_id is not null;
create unique index example_rows_one_of_legal_entity on example_rows (company_id, legal_entity_id)
  where legal_entity_id is not null;
create unique index example_rows_one_of_warehouse on example_rows (company_id, warehouse_id)
  where warehouse_id is not null;
create unique index example_rows_one_of_multimedia on example_rows (company_id, multimedia_id)
  where multimedia_id is not null;

create or replace function refuse_task_delete() returns trigger language plpgsql as $$
begin
  if exists (
    select from example_rows where company_id = old.company_id and task_id = old.id and is_leaving
  ) then
    return old;
  end if;
  raise exception 'tasks are not deleted' using errcode = 'restrict_violation';
end $$;
drop trigger refuse_delete on tasks;
create trigger refuse_delete before delete on tasks for each row execute function refuse_task_delete();

create function is_leaving_example(company bigint, supply bigint) returns boolean language sql stable as $$
  select exists (select from example_rows where company_id = company and supply_id = supply and is_leaving)
$$;

-- A closed supply of the example is opened again before it is deleted with its boxes.
drop trigger guard_supply on supplies;
create trigger guard_supply before update of status or delete on supplies
  for each row when (not is_leaving_example(old.company_id, old.id)) execute function guard_supply();

drop trigger guard_box on supply_boxes;
create trigger guard_box before insert or update of
  supply_id, number, barcode, weight_g, units_count, planned_count, packed_by, sealed_at, sealed_by, deleted_at
  on supply_boxes
  for each row execute function guard_box();
create trigger guard_deleted_box before delete on supply_boxes
  for each row when (not is_leaving_example(old.company_id, old.supply_id)) execute function guard_box();
