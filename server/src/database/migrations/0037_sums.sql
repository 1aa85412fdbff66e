-- Sums over all tasks of a company are as many as there are tasks: folded, they must fit whatever was written.
alter table task_totals
  alter column tasks type numeric,
  alter column quantity type numeric,
  alter column quantity_done type numeric,
  alter column money type numeric,
  alter column coins type numeric;

-- A piece counts in each of up to 20,000 boxes, of which each takes up to a million of it. A trigger that names a column
-- stands in the way of its new type, so it is made again as it was.
do $$
declare
  counter record;
  guards text[];
  guard text;
begin
  for counter in
    select * from (values
      ('supply_products', 'packed'), ('supply_packers', 'units'), ('supply_boxes', 'units_count'),
      ('supply_boxes', 'planned_count'), ('shop_months', 'bought')
    ) as each (owner, name)
  loop
    guards := '{}';
    for guard in
      select pg_get_triggerdef(trigger.oid) from pg_trigger as trigger
      join pg_attribute as own on own.attrelid = trigger.tgrelid and own.attnum = any (trigger.tgattr)
      where trigger.tgrelid = counter.owner::regclass and own.attname = counter.name and not trigger.tgisinternal
    loop
      guards := guards || guard;
      execute format('drop trigger %I on %I', split_part(guard, ' ', 3), counter.owner);
    end loop;
    execute format('alter table %I alter column %I type bigint', counter.owner, counter.name);
    foreach guard in array guards loop execute guard; end loop;
  end loop;
end $$;

-- What an account cannot hold no entry moves: twice the most that a balance is, from one end to the other.
alter table ledger_entries
  add constraint ledger_entries_amount_limit check (amount between -20000000000000 and 20000000000000);

-- Below where the count of all that a person was ever given would no longer fit its column.
alter table accounts add constraint accounts_credited_limit check (credited <= 9000000000000000000);
