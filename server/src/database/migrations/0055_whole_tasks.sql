-- Achievements count only tasks that are done in full. Before, a task of which one piece of a thousand was done counted as
-- a whole one, within a thousandth of its norm. Whoever writes tasks or judges events waits until all is counted anew.
lock table tasks in share row exclusive mode;
lock table achievement_books in exclusive mode;

-- How much was done of a task is fixed once it is done (`keep_terms`).
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
  if was is distinct from is_done then
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, is_in_norm)
    select new.company_id, 'task', case when is_done then 1 else -1 end, company_day(new.company_id, instant), instant,
      new.user_id, new.id, in_norm
    from (select case when is_done then new.finished_at else old.finished_at end as instant) as finished;
  end if;
  return null;
end $$;

-- The events of tasks that were done in part go from the log. An event that takes each one back would stand at its end:
-- it would shorten a row that began after a return, and to judge all again would still give what they had earned.
create temporary table partial_events as
  select event.company_id, event.id, event.user_id, event.number, event.day, event.change, event.is_in_norm
  from achievement_events as event
  join tasks on tasks.company_id = event.company_id and tasks.id = event.source_id
  where event.kind = 'task' and tasks.quantity_done < tasks.quantity;
alter table achievement_events disable trigger keep_achievement_events;
delete from achievement_events as event using partial_events as gone
  where event.company_id = gone.company_id and event.id = gone.id;
alter table achievement_events enable trigger keep_achievement_events;

-- What was given for them stays given, with its coins, and no month gets another final league: nobody loses what they
-- have been told is theirs. A person who was given a virtuoso for fewer than 50 whole tasks is not given it again when the
-- 50th whole task is done.
--
-- The row of somebody's tasks that the log now tells, as `judge` counts it.
create function pg_temp.run_of(company bigint, person bigint) returns jsonb language plpgsql as $$
declare
  event record;
  tasks integer := 0;
  next integer := 50;
  times integer := 0;
begin
  for event in
    select kind, change from achievement_events
    where company_id = company and user_id = person and number is not null and kind in ('task', 'return')
    order by number
  loop
    if event.kind = 'return' then
      tasks := 0;
      next := 50;
    else
      tasks := greatest(0, tasks + event.change);
      if tasks >= next then
        next := next + 50;
        times := times + 1;
      end if;
    end if;
  end loop;
  return jsonb_build_object('tasks', tasks, 'next', next, 'times', times);
end $$;
-- The same without what is gone of each of its days.
create function pg_temp.days_without(days jsonb, gone jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(day, tasks::bigint - coalesce((gone ->> day)::bigint, 0)), '{}')
  from jsonb_each_text(days) as counted (day, tasks)
$$;
-- The same without what is gone of each of its months.
create function pg_temp.months_without(months jsonb, tasks jsonb, in_norm jsonb) returns jsonb
language sql immutable as $$
  select coalesce(jsonb_object_agg(month, sums || jsonb_build_object(
    'tasks', (sums ->> 'tasks')::bigint - coalesce((tasks ->> month)::bigint, 0),
    'in_norm', (sums ->> 'in_norm')::bigint - coalesce((in_norm ->> month)::bigint, 0))), '{}')
  from jsonb_each(months) as counted (month, sums)
$$;
-- No index finds the events of one person.
create index achievement_events_of_row on achievement_events (company_id, user_id, number)
  where kind in ('task', 'return');
with judged as (
  select company_id, user_id, day::text as day, to_char(day, 'YYYY-MM') as month, change,
    case when is_in_norm then change else 0 end as in_norm
  from partial_events where number is not null
), days as (
  select company_id, user_id, jsonb_object_agg(day, in_norm) as in_norm
  from (select company_id, user_id, day, sum(in_norm) as in_norm from judged group by company_id, user_id, day) as each
  group by company_id, user_id
), months as (
  select company_id, user_id, jsonb_object_agg(month, tasks) as tasks, jsonb_object_agg(month, in_norm) as in_norm
  from (
    select company_id, user_id, month, sum(change) as tasks, sum(in_norm) as in_norm from judged
    group by company_id, user_id, month
  ) as each
  group by company_id, user_id
)
update achievement_states as states
set state = state || jsonb_build_object(
  'run', pg_temp.run_of(states.company_id, states.user_id),
  'days', pg_temp.days_without(state -> 'days', days.in_norm),
  'months', pg_temp.months_without(state -> 'months', months.tasks, months.in_norm))
from days join months using (company_id, user_id)
where states.company_id = days.company_id and states.user_id = days.user_id;

drop index achievement_events_of_row;
drop table partial_events;
drop function pg_temp.run_of, pg_temp.days_without, pg_temp.months_without;
