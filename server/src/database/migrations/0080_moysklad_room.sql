-- How much of MoySklad a company stores. Counted for each part, in the row that a page of it changes anyway, because
-- counting the items themselves at each page would take longer than the page.
alter table moysklad_items add column size integer not null generated always as (octet_length(data::text)) stored;
alter table moysklad_cursors
  add column items bigint not null default 0 check (items >= 0),
  add column bytes bigint not null default 0 check (bytes >= 0);
update moysklad_cursors set items = stored.items, bytes = stored.bytes
from (select company_id, kind, count(*) as items, sum(size) as bytes from moysklad_items group by company_id, kind) stored
where stored.company_id = moysklad_cursors.company_id and stored.kind = part;

create function recount_moysklad_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update moysklad_cursors set items = moysklad_cursors.items + change.items, bytes = moysklad_cursors.bytes + change.bytes
    from (select company_id, kind, count(*) as items, sum(size) as bytes from added group by 1, 2) change
    where change.company_id = moysklad_cursors.company_id and change.kind = part;
  elsif tg_op = 'DELETE' then
    update moysklad_cursors set items = moysklad_cursors.items - change.items, bytes = moysklad_cursors.bytes - change.bytes
    from (select company_id, kind, count(*) as items, sum(size) as bytes from removed group by 1, 2) change
    where change.company_id = moysklad_cursors.company_id and change.kind = part;
  else
    update moysklad_cursors set items = moysklad_cursors.items + change.items, bytes = moysklad_cursors.bytes + change.bytes
    from (
      select company_id, kind, sum(items) as items, sum(bytes) as bytes
      from (
        select company_id, kind, 1 as items, size as bytes from added
        union all select company_id, kind, -1, -size from removed
      ) each_one
      group by 1, 2
    ) change
    where change.company_id = moysklad_cursors.company_id and change.kind = part
      and (change.items, change.bytes) <> (0, 0);
  end if;
  return null;
end
$$;
create trigger recount_added after insert on moysklad_items referencing new table as added
  for each statement execute function recount_moysklad_items();
create trigger recount_changed after update on moysklad_items referencing old table as removed new table as added
  for each statement execute function recount_moysklad_items();
create trigger recount_removed after delete on moysklad_items referencing old table as removed
  for each statement execute function recount_moysklad_items();

-- A run also fails because the company has no room left.
alter table moysklad_runs drop constraint moysklad_runs_failure_check, add constraint moysklad_runs_failure_check
  check (failure in ('away', 'slow', 'busy', 'broken', 'maintenance', 'refused', 'forbidden', 'full', 'internal'));
