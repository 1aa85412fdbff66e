-- Minutes from the beginning of a working day, which may cross midnight, to a time of day.
create function minutes_into_day(start time, moment time) returns integer
  language sql immutable strict parallel safe
  return mod(extract(epoch from moment - start)::integer / 60 + 1440, 1440);

alter table companies
  -- Which version last changed a field: an update that is based on an older one must not undo it unseen.
  add column field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  add check (length(address) between 1 and 500),
  add check (length(phone) between 1 and 50),
  add check (length(email) between 3 and 254),
  add constraint companies_hours_not_empty check (working_hours_from <> working_hours_to),
  -- A check that is null passes, so that hours which are missing are named.
  add constraint companies_first_break_inside check (first_break_from is null or (
    working_hours_from is not null
    and minutes_into_day(working_hours_from, first_break_from) < minutes_into_day(working_hours_from, first_break_to)
    and minutes_into_day(working_hours_from, first_break_to) <= minutes_into_day(working_hours_from, working_hours_to)
  )),
  add constraint companies_second_break_inside check (second_break_from is null or (
    working_hours_from is not null
    and minutes_into_day(working_hours_from, second_break_from) < minutes_into_day(working_hours_from, second_break_to)
    and minutes_into_day(working_hours_from, second_break_to) <= minutes_into_day(working_hours_from, working_hours_to)
  )),
  add constraint companies_lunch_inside check (lunch_from is null or (
    working_hours_from is not null
    and minutes_into_day(working_hours_from, lunch_from) < minutes_into_day(working_hours_from, lunch_to)
    and minutes_into_day(working_hours_from, lunch_to) <= minutes_into_day(working_hours_from, working_hours_to)
  )),
  add constraint companies_breaks_apart check (not (
    minutes_into_day(working_hours_from, first_break_from) < minutes_into_day(working_hours_from, second_break_to)
    and minutes_into_day(working_hours_from, second_break_from) < minutes_into_day(working_hours_from, first_break_to)
  )),
  add constraint companies_lunch_apart_from_first_break check (not (
    minutes_into_day(working_hours_from, first_break_from) < minutes_into_day(working_hours_from, lunch_to)
    and minutes_into_day(working_hours_from, lunch_from) < minutes_into_day(working_hours_from, first_break_to)
  )),
  add constraint companies_lunch_apart_from_second_break check (not (
    minutes_into_day(working_hours_from, second_break_from) < minutes_into_day(working_hours_from, lunch_to)
    and minutes_into_day(working_hours_from, lunch_from) < minutes_into_day(working_hours_from, second_break_to)
  )),
  -- Of the leagues that the company has set itself; the others have their defaults, which only the product knows.
  add constraint companies_leagues_ascend check (
    coalesce((settings #>> '{leagues,silver}')::bigint < (settings #>> '{leagues,gold}')::bigint, true)
    and coalesce((settings #>> '{leagues,silver}')::bigint < (settings #>> '{leagues,platinum}')::bigint, true)
    and coalesce((settings #>> '{leagues,silver}')::bigint < (settings #>> '{leagues,diamond}')::bigint, true)
    and coalesce((settings #>> '{leagues,gold}')::bigint < (settings #>> '{leagues,platinum}')::bigint, true)
    and coalesce((settings #>> '{leagues,gold}')::bigint < (settings #>> '{leagues,diamond}')::bigint, true)
    and coalesce((settings #>> '{leagues,platinum}')::bigint < (settings #>> '{leagues,diamond}')::bigint, true)
  );

-- Two warehouses of one name can only be told apart by their numbers.
update warehouses set name = left(name, 180) || ' ' || id where exists (
  select from warehouses as older
  where older.company_id = warehouses.company_id and lower(older.name) = lower(warehouses.name) and older.id < warehouses.id
);

alter table warehouses
  add column moy_sklad_id text check (length(moy_sklad_id) between 1 and 100),
  add column field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  add check (length(address) between 1 and 500),
  add constraint warehouses_one_of_store unique (company_id, moy_sklad_id);
create unique index warehouses_one_of_name on warehouses (company_id, lower(name));

-- Whether anything has a warehouse is asked before it is deleted, and by the filter of the list.
create index tasks_by_warehouse on tasks (company_id, warehouse_id) where warehouse_id is not null;
