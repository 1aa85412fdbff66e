create table stat_deltas (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  -- 0: none. What has no place of its own is where its person belongs, which readers look up.
  warehouse_id bigint not null,
  product_id bigint not null,
  tasks_done bigint not null default 0,
  units bigint not null default 0,
  -- Of done tasks that have a norm: the norm of what was done, and how long it took.
  norm_seconds bigint not null default 0,
  spent_seconds bigint not null default 0,
  task_seconds bigint not null default 0,
  worked_seconds bigint not null default 0,
  on_shift_seconds bigint not null default 0,
  money bigint not null default 0,
  coins bigint not null default 0,
  returns bigint not null default 0,
  late_days bigint not null default 0,
  orders bigint not null default 0,
  primary key (company_id, id)
);
create index stat_deltas_of_days on stat_deltas (company_id, day);

-- The sums of all facts, three times: as finely as anybody asks, and twice as what most ask for, which is ten times
-- smaller. Changes are only added to the deltas, so that whoever writes waits for nobody; a job folds them in here.
-- Readers add both.
create table stat_hours (like stat_deltas including defaults including constraints);
alter table stat_hours drop column id, add primary key (company_id, day, user_id, hour, warehouse_id, product_id),
  add foreign key (company_id, user_id) references users on delete cascade;
create table stat_days (like stat_hours including defaults);
alter table stat_days drop column hour, drop column product_id,
  add primary key (company_id, day, user_id, warehouse_id),
  add foreign key (company_id, user_id) references users on delete cascade;
create table stat_product_days (like stat_hours including defaults);
alter table stat_product_days drop column hour, add primary key (company_id, day, user_id, warehouse_id, product_id),
  add foreign key (company_id, user_id) references users on delete cascade;
create index stat_hours_of_user on stat_hours (company_id, user_id, day);
create index stat_days_of_user on stat_days (company_id, user_id, day);
create index stat_product_days_of_user on stat_product_days (company_id, user_id, day);
create index stat_product_days_of_product on stat_product_days (company_id, product_id, day) where product_id > 0;

-- What the last comparison with the facts has found, and whether all is to be counted anew.
create table stat_checks (
  company_id bigint primary key references companies,
  checked_at timestamptz(3),
  faults integer not null default 0 check (faults >= 0),
  is_stale boolean not null default false
);

-- What the rows behind a number are read from.
create index tasks_done_by_time on tasks (company_id, finished_at) where status = 'done' and deleted_at is null;
create index task_times_by_end on task_times (company_id, ended_at) where ended_at is not null;
create index task_times_of_user on task_times (company_id, user_id, ended_at) where ended_at is not null;
create index achievement_events_points on achievement_events (company_id, day) where kind = 'points';
create index achievement_events_points_of_user on achievement_events (company_id, user_id, day) where kind = 'points';
create index achievement_events_returns on achievement_events (company_id, at) where kind = 'return';
create index achievement_events_of_task on achievement_events (company_id, source_id) where kind = 'return';
create index supply_boxes_by_seal on supply_boxes (company_id, sealed_at) where sealed_at is not null;

-- What the clocks of a company show at an instant.
create function company_time(instant timestamptz, timezone numeric) returns timestamp
  language sql immutable parallel safe
  return instant at time zone 'UTC' + timezone * interval '1 hour';

-- The hour of a day: what happened before or after it is at its edge. A night's shift ends on another day than its own.
create function hour_of_day(day date, at timestamp) returns smallint language sql immutable parallel safe
  return case when at::date < day then 0 when at::date > day then 23 else extract(hour from at) end::smallint;

-- The facts: each of what is counted, by the day, hour and place where it counts. The roll-ups, the rows behind every
-- number and the checks are all made of these, so that there is one meaning of each. `known_at` is when it has happened.
-- Of rows as they are handed in: a trigger that looked its row up would do so by a plan of when the table was empty.

create function stat_task(task tasks, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, tasks_done bigint, units bigint, norm_seconds bigint, spent_seconds bigint
) language sql stable as $$
  select task.user_id, at::date, hour_of_day(at::date, at), coalesce(task.warehouse_id, 0),
    coalesce(task.product_id, 0), task.id, task.id, task.finished_at::timestamptz, 1::bigint,
    task.quantity_done::bigint,
    case when task.norm_seconds is null then 0
      else round(task.norm_seconds::numeric * task.quantity_done / task.quantity) end::bigint,
    case when task.norm_seconds is null then 0 else task.spent_seconds end::bigint
  from (select company_time(task.finished_at, timezone) as at) as local
  where task.status = 'done' and task.deleted_at is null
$$;
create view stat_task_facts as
  select task.company_id, fact.* from tasks as task
  join companies on companies.id = task.company_id
  cross join lateral stat_task(task, timezone) as fact;

create function stat_time(spent task_times, task tasks, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, task_seconds bigint
) language sql stable as $$
  select spent.user_id, at::date, hour_of_day(at::date, at), coalesce(task.warehouse_id, 0),
    coalesce(task.product_id, 0), spent.id, task.id, spent.ended_at::timestamptz,
    (spent.seconds - spent.break_seconds)::bigint
  from (select company_time(spent.ended_at, timezone) as at) as local
  where spent.ended_at is not null and task.deleted_at is null and spent.seconds > spent.break_seconds
$$;
create view stat_time_facts as
  select spent.company_id, fact.* from task_times as spent
  join companies on companies.id = spent.company_id
  join tasks as task on task.company_id = spent.company_id and task.id = spent.task_id
  cross join lateral stat_time(spent, task, timezone) as fact;

-- What was worked counts in the hour in which the shift has ended, coming late in the one in which it has begun.
create function stat_shift(shift shifts, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, worked_seconds bigint, late_days bigint
) language sql stable as $$
  select shift.user_id, shift.day, hour_of_day(shift.day, company_time(part.at, timezone)), 0::bigint, 0::bigint,
    shift.id, null::bigint, shift.ended_at::timestamptz, part.worked::bigint, part.late::bigint
  from (
    values (shift.ended_at, shift.worked_seconds, 0), (shift.started_at, 0, (shift.late_seconds > 0)::integer)
  ) as part (at, worked, late)
  where shift.ended_at is not null and shift.confirmed and (part.worked > 0 or part.late > 0)
$$;
create view stat_shift_facts as
  select shift.company_id, fact.* from shifts as shift
  join companies on companies.id = shift.company_id
  cross join lateral stat_shift(shift, timezone) as fact;

-- The same shifts cut at the hours of the clock, pauses and all.
create function stat_presence(shift shifts, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, on_shift_seconds bigint
) language sql stable as $$
  select shift.user_id, begun::date, extract(hour from begun)::smallint, 0::bigint, 0::bigint, shift.id, null::bigint,
    shift.ended_at::timestamptz, (floor(extract(epoch from least(till, begun + interval '1 hour')))
      - floor(extract(epoch from greatest(since, begun))))::bigint
  from (
    select company_time(shift.started_at, timezone) as since, company_time(shift.ended_at, timezone) as till
  ) as local
  cross join lateral generate_series(date_trunc('hour', since), till, interval '1 hour') as begun
  where shift.ended_at is not null and shift.confirmed
    and floor(extract(epoch from least(till, begun + interval '1 hour'))) > floor(extract(epoch from greatest(since, begun)))
$$;
create view stat_presence_facts as
  select shift.company_id, shift.day as shift_day, fact.* from shifts as shift
  join companies on companies.id = shift.company_id
  cross join lateral stat_presence(shift, timezone) as fact;

create function stat_money(entry ledger_entries, reversed ledger_entries, task tasks, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, money bigint
) language sql stable as $$
  select entry.user_id, at::date, hour_of_day(at::date, at), coalesce(task.warehouse_id, 0),
    coalesce(task.product_id, 0), entry.id, task.id, entry.created_at::timestamptz, entry.amount
  from (select company_time(entry.created_at, timezone) as at) as local
  where entry.ledger = 'money' and coalesce(reversed.kind, entry.kind) in ('task', 'reward', 'bonus')
$$;
create view stat_money_facts as
  select entry.company_id, fact.* from ledger_entries as entry
  join companies on companies.id = entry.company_id
  left join ledger_entries as reversed on reversed.company_id = entry.company_id
    and reversed.ledger = entry.ledger and reversed.id = entry.reverses_id
  left join tasks as task on task.company_id = entry.company_id and task.id = entry.source_id
    and entry.source_type = 'task'
  cross join lateral stat_money(entry, reversed, task, timezone) as fact;

-- As the leagues count them: what is taken back counts on the day on which it was earned.
create function stat_coin(event achievement_events, entry ledger_entries, task tasks, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, coins bigint
) language sql stable as $$
  select event.user_id, event.day, hour_of_day(event.day, company_time(entry.created_at, timezone)),
    coalesce(task.warehouse_id, 0), coalesce(task.product_id, 0), event.id, task.id, event.at::timestamptz,
    event.change * event.points
  where event.kind = 'points'
$$;
create view stat_coin_facts as
  select event.company_id, fact.* from achievement_events as event
  join companies on companies.id = event.company_id
  join ledger_entries as entry on entry.company_id = event.company_id and entry.ledger = 'coins'
    and entry.id = event.source_id
  left join tasks as task on task.company_id = entry.company_id and task.id = entry.source_id
    and entry.source_type = 'task'
  cross join lateral stat_coin(event, entry, task, timezone) as fact;

-- On the day on which the work was finished that came back.
create function stat_return(event achievement_events, task tasks, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, returns bigint
) language sql stable as $$
  select event.user_id, local.at::date, hour_of_day(local.at::date, local.at), coalesce(task.warehouse_id, 0),
    coalesce(task.product_id, 0), event.id, task.id, event.at::timestamptz, event.change::bigint
  from (select company_time(event.at, timezone) as at) as local
  where event.kind = 'return' and task.deleted_at is null
$$;
create view stat_return_facts as
  select event.company_id, fact.* from achievement_events as event
  join companies on companies.id = event.company_id
  join tasks as task on task.company_id = event.company_id and task.id = event.source_id
  cross join lateral stat_return(event, task, timezone) as fact;

create function stat_order(ordered orders, timezone numeric) returns table (
  user_id bigint, day date, hour smallint, warehouse_id bigint, product_id bigint, source_id bigint, task_id bigint,
  known_at timestamptz, orders bigint
) language sql stable as $$
  select ordered.user_id, at::date, hour_of_day(at::date, at), 0::bigint, 0::bigint, ordered.id, null::bigint,
    ordered.created_at::timestamptz, 1::bigint
  from (select company_time(ordered.created_at, timezone) as at) as local
  where ordered.status <> 'cancelled'
$$;
create view stat_order_facts as
  select ordered.company_id, fact.* from orders as ordered
  join companies on companies.id = ordered.company_id
  cross join lateral stat_order(ordered, timezone) as fact;

-- From here on what is the same for all sums is made from one list of them, so that a new one is added in one place.
do $make$
declare
  sums text[] := array['tasks_done', 'units', 'norm_seconds', 'spent_seconds', 'task_seconds', 'worked_seconds',
    'on_shift_seconds', 'money', 'coins', 'returns', 'late_days', 'orders'];
  keys text := 'company_id, user_id, day, hour, warehouse_id, product_id';
  source record;
  own text[];
  facts text := '';
  roll_up record;
  folds text := '';
  mends text := '';
  faults text := '';
begin
  for source in
    select * from (values
      ('task', 'task tasks', 'task'),
      ('time', 'spent task_times, task tasks', 'spent, task'),
      ('shift', 'shift shifts', 'shift'),
      ('presence', 'shift shifts', 'shift'),
      ('money', 'entry ledger_entries, reversed ledger_entries, task tasks', 'entry, reversed, task'),
      ('coin', 'event achievement_events, entry ledger_entries, task tasks', 'event, entry, task'),
      ('return', 'event achievement_events, task tasks', 'event, task'),
      ('order', 'ordered orders', 'ordered')
    ) as each (name, given, rows)
  loop
    select array_agg(attname::text order by attnum) into own from pg_attribute
      where attrelid = format('stat_%s_facts', source.name)::regclass and attname = any (sums);

    facts := facts || case when facts = '' then '' else ' union all ' end || format(
      'select %L::text as source, %s, source_id, task_id, known_at, %s from stat_%s_facts', source.name, keys,
      (select string_agg(case when name = any (own) then name else '0::bigint as ' || name end, ', ' order by place)
        from unnest(sums) with ordinality as each (name, place)), source.name);

    -- Writes down what a row counts for, with 1, or takes it away, with -1; `given` are the rows that its facts are of.
    execute format($function$
      create function count_%1$s(sign integer, %2$s) returns void language plpgsql as $$
      begin
        insert into stat_deltas (%3$s, %4$s) select %8$s.company_id, %5$s, %6$s
          from companies cross join lateral stat_%1$s(%7$s, timezone) where companies.id = %8$s.company_id;
      end $$$function$, source.name, source.given, keys, array_to_string(own, ', '), substr(keys, 13),
      (select string_agg('sign * ' || name, ', ') from unnest(own) as name), source.rows,
      split_part(source.rows, ',', 1));
    -- The same for all that counts where and as what a task does. Planned each time: what is a few rows for one task is
    -- millions for a company, of which a plan that was made before knows nothing.
    if source.name in ('time', 'money', 'coin', 'return') then
      execute format($function$
        create function count_%1$s_of_task(sign integer, task tasks) returns void language plpgsql as $$
        begin
          execute 'insert into stat_deltas (%2$s, %3$s) select %2$s, %4$s from stat_%1$s_facts
            where company_id = $2 and task_id = $3' using sign, task.company_id, task.id;
        end $$$function$, source.name, keys, array_to_string(own, ', '),
        (select string_agg('$1 * ' || name, ', ') from unnest(own) as name));
    end if;
  end loop;
  execute 'create view stat_facts as ' || facts;

  for roll_up in
    select * from (values
      ('stat_hours', keys, 'company_id, day, user_id, hour, warehouse_id, product_id'),
      ('stat_days', 'company_id, user_id, day, warehouse_id', 'company_id, day, user_id, warehouse_id'),
      ('stat_product_days', 'company_id, user_id, day, warehouse_id, product_id',
        'company_id, day, user_id, warehouse_id, product_id')
    ) as each (name, keys, key)
  loop
    -- By how much a roll-up, with the deltas that wait for it, is short of the facts.
    execute format('create view %1$s_faults as select %2$s, %3$s from (
        select %2$s, %4$s from stat_facts
        union all select %2$s, %5$s from %1$s
        union all select %2$s, %5$s from stat_deltas
      ) as compared group by %2$s having %6$s', roll_up.name, roll_up.keys,
      (select string_agg(format('sum(%1$s)::bigint as %1$s', name), ', ') from unnest(sums) as name),
      array_to_string(sums, ', '),
      (select string_agg(format('-%1$s as %1$s', name), ', ') from unnest(sums) as name),
      (select string_agg(format('sum(%s) <> 0', name), ' or ') from unnest(sums) as name));
    faults := faults || case when faults = '' then '' else ' union all ' end
      || format('select %L::text as roll_up, company_id, user_id, day from %I', roll_up.name, roll_up.name || '_faults');
    folds := folds || format(', %1$s_folded as (
        insert into %1$s as held (%2$s, %3$s) select %2$s, %4$s from kept group by %2$s order by %5$s
        on conflict (%5$s) do update set %6$s
      )', roll_up.name, roll_up.keys, array_to_string(sums, ', '),
      (select string_agg(format('sum(%s)', name), ', ') from unnest(sums) as name), roll_up.key,
      (select string_agg(format('%1$s = held.%1$s + excluded.%1$s', name), ', ') from unnest(sums) as name));
    mends := mends || format('
      insert into %1$s as held (%2$s, %3$s) select %2$s, %3$s from %1$s_faults
        where company_id = company and user_id = any (people) order by %4$s
        on conflict (%4$s) do update set %5$s;', roll_up.name, roll_up.keys, array_to_string(sums, ', '), roll_up.key,
      (select string_agg(format('%1$s = held.%1$s + excluded.%1$s', name), ', ') from unnest(sums) as name));
  end loop;
  execute 'create view stat_faults as ' || faults;

  -- Deltas of somebody who was deleted meanwhile come to nothing.
  execute format($function$
    create function fold_stats(most integer) returns bigint language sql as $$
      with chosen as (
        select company_id, id from stat_deltas order by company_id, id limit most for update skip locked
      ), folded as (
        delete from stat_deltas using chosen
        where stat_deltas.company_id = chosen.company_id and stat_deltas.id = chosen.id
        returning stat_deltas.*
      ), kept as (
        select folded.* from folded join users on users.company_id = folded.company_id and users.id = folded.user_id
      )%s
      select count(*) from folded
    $$$function$, folds);

  -- Adds to each sum what it is short of. One statement sees facts, deltas and sums of one instant, and what is folded
  -- meanwhile only moves from the deltas to the sums: so nobody has to stand still. Two at once would add it twice.
  execute format($function$
    create function repair_stats(company bigint, people bigint[]) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('repair_stats', company));%s
    end $$$function$, mends);
end $make$;

create function follow_task() returns trigger language plpgsql as $$
declare
  sign integer := case tg_when when 'BEFORE' then -1 else 1 end;
begin
  perform count_task(sign, case tg_when when 'BEFORE' then old else new end);
  if tg_op = 'UPDATE' then
    if (old.warehouse_id, old.product_id, old.deleted_at is null)
      is distinct from (new.warehouse_id, new.product_id, new.deleted_at is null) then
      perform count_time_of_task(sign, new), count_return_of_task(sign, new);
    end if;
    if (old.warehouse_id, old.product_id) is distinct from (new.warehouse_id, new.product_id) then
      perform count_money_of_task(sign, new), count_coin_of_task(sign, new);
    end if;
  end if;
  return new;
end $$;
create trigger log_new_facts after insert on tasks for each row when (new.status = 'done')
  execute function follow_task();

create function follow_time() returns trigger language plpgsql as $$
declare
  spent task_times := case tg_when when 'BEFORE' then old else new end;
  task tasks;
begin
  -- Where its task is changes for nobody meanwhile: whoever changes it sees this time.
  select * into task from tasks where company_id = spent.company_id and id = spent.task_id for share;
  perform count_time(case tg_when when 'BEFORE' then -1 else 1 end, spent, task);
  return new;
end $$;
create trigger log_new_facts after insert on task_times for each row when (new.ended_at is not null)
  execute function follow_time();

create function follow_shift() returns trigger language plpgsql as $$
begin
  if tg_when = 'BEFORE' then
    perform count_shift(-1, old), count_presence(-1, old);
  else
    perform count_shift(1, new), count_presence(1, new);
  end if;
  return coalesce(new, old);
end $$;
create trigger log_new_facts after insert on shifts for each row when (new.ended_at is not null)
  execute function follow_shift();
create trigger log_lost_facts before delete on shifts for each row when (old.ended_at is not null)
  execute function follow_shift();

create function follow_order() returns trigger language plpgsql as $$
begin
  if tg_when = 'BEFORE' then
    perform count_order(-1, old);
  else
    perform count_order(1, new);
  end if;
  return new;
end $$;
create trigger log_new_facts after insert on orders for each row execute function follow_order();

-- Before a row changes what it counted for is taken away, and after it what it counts for is added.
do $make$
declare
  changed record;
  moment text;
begin
  for changed in
    select * from (values
      ('task', 'tasks', '((old.status = ''done'' or new.status = ''done'') and (old.status, old.user_id, old.quantity,
        old.quantity_done, old.norm_seconds, old.spent_seconds, old.finished_at) is distinct from (new.status,
        new.user_id, new.quantity, new.quantity_done, new.norm_seconds, new.spent_seconds, new.finished_at))
        or (old.warehouse_id, old.product_id, old.deleted_at is null)
        is distinct from (new.warehouse_id, new.product_id, new.deleted_at is null)'),
      ('time', 'task_times', '(old.user_id, old.task_id, old.ended_at, old.seconds, old.break_seconds)
        is distinct from (new.user_id, new.task_id, new.ended_at, new.seconds, new.break_seconds)'),
      ('shift', 'shifts', '(old.user_id, old.day, old.started_at, old.ended_at, old.confirmed, old.worked_seconds,
        old.late_seconds > 0) is distinct from (new.user_id, new.day, new.started_at, new.ended_at, new.confirmed,
        new.worked_seconds, new.late_seconds > 0)'),
      ('order', 'orders', 'old.status is distinct from new.status')
    ) as each (source, "table", condition)
  loop
    foreach moment in array array['before', 'after'] loop
      execute format('create trigger log_facts_%1$s_change %1$s update on %2$s for each row when (%3$s)
        execute function follow_%4$s()', moment, changed."table", changed.condition, changed.source);
    end loop;
  end loop;
end $make$;

create function follow_entry() returns trigger language plpgsql as $$
declare
  reversed ledger_entries;
  task tasks;
begin
  if new.reverses_id is not null then
    select * into reversed from ledger_entries
      where company_id = new.company_id and ledger = new.ledger and id = new.reverses_id;
  end if;
  if new.source_type = 'task' then
    select * into task from tasks where company_id = new.company_id and id = new.source_id;
  end if;
  perform count_money(1, new, reversed, task);
  return null;
end $$;
create trigger log_new_facts after insert on ledger_entries for each row when (new.ledger = 'money')
  execute function follow_entry();

create function follow_event() returns trigger language plpgsql as $$
declare
  entry ledger_entries;
  task tasks;
begin
  if new.kind = 'return' then
    select * into task from tasks where company_id = new.company_id and id = new.source_id;
    perform count_return(1, new, task);
    return null;
  end if;
  select * into entry from ledger_entries
    where company_id = new.company_id and ledger = 'coins' and id = new.source_id;
  if entry.source_type = 'task' then
    select * into task from tasks where company_id = new.company_id and id = entry.source_id;
  end if;
  perform count_coin(1, new, entry, task);
  return null;
end $$;
create trigger log_new_facts after insert on achievement_events for each row
  when (new.kind in ('points', 'return')) execute function follow_event();

-- With the clocks every day is another one; a job counts all anew.
create function mark_stats_stale() returns trigger language plpgsql as $$
begin
  insert into stat_checks (company_id, is_stale) values (new.id, true)
    on conflict (company_id) do update set is_stale = true;
  return null;
end $$;
create trigger mark_stats_stale after update of timezone on companies for each row
  when (old.timezone is distinct from new.timezone) execute function mark_stats_stale();

-- What has happened so far, in the order in which it did, so that days lie beside each other.
insert into stat_hours select company_id, user_id, day, hour, warehouse_id, product_id, tasks_done, units, norm_seconds,
  spent_seconds, task_seconds, worked_seconds, on_shift_seconds, money, coins, returns, late_days, orders
  from stat_hours_faults order by company_id, day, user_id;
insert into stat_days select company_id, user_id, day, warehouse_id, tasks_done, units, norm_seconds, spent_seconds,
  task_seconds, worked_seconds, on_shift_seconds, money, coins, returns, late_days, orders from stat_days_faults
  order by company_id, day, user_id;
insert into stat_product_days select company_id, user_id, day, warehouse_id, product_id, tasks_done, units, norm_seconds,
  spent_seconds, task_seconds, worked_seconds, on_shift_seconds, money, coins, returns, late_days, orders
  from stat_product_days_faults order by company_id, day, user_id;

-- Periods and filters of analytics are kept as views too.
alter table views drop constraint views_screen_check;
alter table views add constraint views_screen_check check (screen in ('tasks', 'users', 'stats'));
