-- A done task that is deleted is taken out of the log on the day on which it counted. Before, the day was told anew in the
-- timezone that the company has by then: after a change of it another day or month lost a task that it never had.
-- Events from before stay: what has been judged of them is in winners and leagues, which never change.
create index achievement_events_of_done on achievement_events (company_id, source_id) where kind = 'task';

create or replace function log_task() returns trigger language plpgsql as $$
declare
  was boolean := tg_op = 'UPDATE' and old.status = 'done' and old.deleted_at is null
    and old.quantity_done = old.quantity;
  is_done boolean := new.status = 'done' and new.deleted_at is null and new.quantity_done = new.quantity;
  -- Without any measured time nothing is under its norm.
  in_norm boolean := new.norm_seconds is not null and new.spent_seconds > 0 and new.spent_seconds < new.norm_seconds;
begin
  if new.user_id is null then return null; end if;
  if new.returns > 0 and (tg_op = 'INSERT' or new.returns > old.returns) then
    insert into achievement_events (company_id, kind, day, at, user_id, source_id)
    select new.company_id, 'return', company_day(new.company_id, instant), instant, new.user_id, new.id
    from (select case tg_op when 'INSERT' then new.started_at else old.finished_at end as instant) as returned;
  end if;
  if is_done and not was then
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, is_in_norm)
    values (new.company_id, 'task', 1, company_day(new.company_id, new.finished_at), new.finished_at, new.user_id,
      new.id, in_norm);
  elsif was and not is_done then
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, is_in_norm)
    select company_id, 'task', -1, day, at, user_id, source_id, is_in_norm from achievement_events
    where company_id = new.company_id and kind = 'task' and source_id = new.id and change = 1
    order by id desc limit 1;
  end if;
  return null;
end $$;
