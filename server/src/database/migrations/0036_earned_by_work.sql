-- Shifts count for marathon_runner once a day, and from an hour of work on. Of the shifts that are kept each gets its day,
-- and those that do not count go; `since` becomes the day of the shift that it named by its end.
update achievement_states as states
set state = jsonb_set(
  jsonb_set(state, '{shifts,since}', coalesce(
    to_jsonb(company_day(states.company_id, (state #>> '{shifts,since}')::timestamptz)), 'null')),
  '{shifts,last}', coalesce((
    select jsonb_agg(kept.entry || jsonb_build_object('day', shifts.day) order by kept.place)
    from jsonb_array_elements(state #> '{shifts,last}') with ordinality as kept(entry, place)
    join shifts on shifts.company_id = states.company_id and shifts.id = (kept.entry ->> 'id')::bigint
    where shifts.worked_seconds >= 3600 or (kept.entry ->> 'is_late')::boolean
  ), '[]'))
where state #> '{shifts,last}' <> '[]' or state #> '{shifts,since}' <> 'null';

-- A task of which nothing was done counts for no achievement, and one without any measured time is not under its norm.
create or replace function log_task() returns trigger language plpgsql as $$
declare
  was boolean := tg_op = 'UPDATE' and old.status = 'done' and old.deleted_at is null and old.quantity_done > 0;
  is_done boolean := new.status = 'done' and new.deleted_at is null and new.quantity_done > 0;
  -- A task that was done in part had as much of its norm.
  in_norm boolean := new.norm_seconds is not null and new.spent_seconds > 0 and
    new.spent_seconds::bigint * new.quantity < new.norm_seconds::bigint * new.quantity_done;
begin
  if new.user_id is null then return null; end if;
  if new.returns > 0 and (tg_op = 'INSERT' or new.returns > old.returns) then
    insert into achievement_events (company_id, kind, day, at, user_id, source_id)
    select new.company_id, 'return', company_day(new.company_id, instant), instant, new.user_id, new.id
    from (select case tg_op when 'INSERT' then new.started_at else old.finished_at end as instant) as returned;
  end if;
  if was is distinct from is_done then
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, is_in_norm)
    select new.company_id, 'task', case when is_done then 1 else -1 end, company_day(new.company_id, instant), instant,
      new.user_id, new.id, in_norm
    from (select case when is_done then new.finished_at else old.finished_at end as instant) as finished;
  end if;
  return null;
end $$;
