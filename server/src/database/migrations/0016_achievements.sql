-- What the rules of achievements judge, as it came: a log that is neither changed nor deleted, so that all of it can be
-- judged again. What turns out otherwise (a shift that is corrected, a task that is deleted) is an event that takes the
-- earlier one back.
create table achievement_events (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- Its place in the order in which the events were judged; none until it is.
  number bigint check (number > 0),
  kind text not null check (kind in ('points', 'task', 'return', 'shift', 'person', 'rules', 'close')),
  -- 1: it happened; -1: it is taken back.
  change integer not null default 1 check (change in (1, -1)),
  -- Of the company's calendar; of a shift, the day to which it belongs.
  day date not null,
  at timestamptz(3) not null,
  user_id bigint,
  -- The entry, the task or the shift.
  source_id bigint,
  points bigint check (points > 0),
  is_in_norm boolean,
  seconds integer check (seconds >= 0),
  is_late boolean,
  takes_part boolean,
  joined_on date,
  -- The company's settings of achievements and leagues from here on.
  rules jsonb check (jsonb_typeof(rules) = 'object'),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, user_id) references users on delete cascade,
  check ((user_id is null) = (kind in ('rules', 'close'))),
  check ((source_id is not null) = (kind in ('points', 'task', 'return', 'shift'))),
  check ((points is not null) = (kind = 'points')),
  check ((is_in_norm is not null) = (kind = 'task')),
  check ((seconds is not null) = (kind = 'shift')),
  check ((is_late is not null) = (kind = 'shift')),
  check ((takes_part is not null) = (kind = 'person')),
  check ((joined_on is not null) = (kind = 'person')),
  check ((rules is not null) = (kind = 'rules'))
);
create index achievement_events_waiting on achievement_events (company_id, at, id) where number is null;
create index achievement_events_of_entry on achievement_events (company_id, source_id) where kind = 'points';
-- A day ends once.
create unique index achievement_events_close on achievement_events (company_id, day) where kind = 'close';

create function keep_achievement_events() returns trigger language plpgsql as $$
begin
  -- Judging gives an event its number, once; with a person who has no history their own beginning goes.
  if tg_op = 'UPDATE' and old.number is null
    and to_jsonb(new) - 'number' = to_jsonb(old) - 'number' then
    return new;
  end if;
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 and old.kind = 'person' then
    return old;
  end if;
  raise exception 'Events are neither changed nor deleted' using errcode = 'restrict_violation';
end $$;
create trigger keep_achievement_events before update or delete on achievement_events
  for each row execute function keep_achievement_events();
create trigger keep_all_achievement_events before truncate on achievement_events
  for each statement execute function keep_entries();

-- Points by the day: the coins that a person has earned, without those that were taken back.
create table points_days (
  company_id bigint not null,
  day date not null,
  user_id bigint not null,
  points bigint not null,
  primary key (company_id, user_id, day),
  foreign key (company_id, user_id) references users on delete cascade
);
create index points_days_of_company on points_days (company_id, day) include (user_id, points);

create function company_day(company bigint, instant timestamptz) returns date language sql stable as $$
  select (instant at time zone 'UTC' + timezone * interval '1 hour')::date from companies where id = company
$$;

-- What is taken back counts on the day on which it was earned, also where a reward is lowered.
create function log_points() returns trigger language plpgsql as $$
begin
  with logged as (
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, points)
    select entered.company_id, 'points', sign(amount),
      coalesce(earned.day, company_day(entered.company_id, created_at)), created_at, entered.user_id,
      coalesce(reverses_id, entered.id), abs(amount)
    from entered
    left join lateral (
      select day from achievement_events as earlier
      where earlier.company_id = entered.company_id and earlier.kind = 'points' and earlier.source_id = case
        when entered.kind = 'reversal' then entered.reverses_id
        when amount < 0 then (
          select min(given.id) from ledger_entries as given
          where given.company_id = entered.company_id and given.source_type = entered.source_type
            and given.source_id = entered.source_id and given.ledger = 'coins' and given.kind = entered.kind
        ) end
      order by earlier.id limit 1
    ) as earned on true
    where ledger = 'coins'
      and (entered.kind in ('task', 'reward', 'achievement', 'bonus') or (entered.kind = 'reversal' and earned.day is not null))
    order by entered.id
    returning company_id, day, user_id, change * points as points
  )
  insert into points_days (company_id, day, user_id, points)
  select company_id, day, user_id, sum(points) from logged group by company_id, day, user_id order by user_id, day
  on conflict (company_id, user_id, day) do update set points = points_days.points + excluded.points;
  return null;
end $$;
create trigger log_points after insert on ledger_entries
  referencing new table as entered for each statement execute function log_points();

-- A task counts when it is done, on the day on which the person finished it.
create function log_task() returns trigger language plpgsql as $$
declare
  was boolean := tg_op = 'UPDATE' and old.status = 'done' and old.deleted_at is null;
  is_done boolean := new.status = 'done' and new.deleted_at is null;
  -- One that was done in part had as much of its norm.
  in_norm boolean := new.norm_seconds is not null and
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
create trigger log_new_task after insert on tasks for each row
  when (new.status = 'done' or new.returns > 0) execute function log_task();
create trigger log_task after update of status, returns, deleted_at on tasks for each row
  when (old.status is distinct from new.status or old.returns is distinct from new.returns
    or old.deleted_at is distinct from new.deleted_at)
  execute function log_task();

-- A shift counts once it has ended and nobody doubts it. What is corrected is taken back and counts anew.
create function log_shift() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.ended_at is not null and old.confirmed then
    insert into achievement_events (company_id, kind, change, day, at, user_id, source_id, seconds, is_late)
    values (old.company_id, 'shift', -1, old.day, old.ended_at, old.user_id, old.id, old.worked_seconds,
      old.late_seconds > 0);
  end if;
  if tg_op <> 'DELETE' and new.ended_at is not null and new.confirmed then
    insert into achievement_events (company_id, kind, day, at, user_id, source_id, seconds, is_late)
    values (new.company_id, 'shift', new.day, new.ended_at, new.user_id, new.id, new.worked_seconds,
      new.late_seconds > 0);
  end if;
  return null;
end $$;
create trigger log_shift after insert or delete on shifts for each row execute function log_shift();
create trigger log_changed_shift after update on shifts for each row
  when ((old.day, old.ended_at, old.confirmed, old.worked_seconds, old.late_seconds > 0)
    is distinct from (new.day, new.ended_at, new.confirmed, new.worked_seconds, new.late_seconds > 0))
  execute function log_shift();

-- Achievements are for the staff.
create function log_person() returns trigger language plpgsql as $$
begin
  insert into achievement_events (company_id, kind, day, at, user_id, takes_part, joined_on)
  select new.company_id, 'person', company_day(new.company_id, instant), instant, new.id,
    new.type = 'staff' and new.status = 'active', coalesce(new.hired_on, company_day(new.company_id, new.created_at))
  from (select case tg_op when 'INSERT' then new.created_at else now() end as instant) as changed;
  return null;
end $$;
create trigger log_new_person after insert on users for each row execute function log_person();
create trigger log_person after update of type, status, hired_on on users for each row
  when ((old.type, old.status, old.hired_on) is distinct from (new.type, new.status, new.hired_on))
  execute function log_person();

create function rules_of(settings jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object('achievements', coalesce(settings -> 'achievements', '{}'),
    'leagues', coalesce(settings -> 'leagues', '{}'))
$$;

-- How far a company's events are judged: the row that whoever judges holds.
create table achievement_books (
  company_id bigint primary key references companies,
  judged bigint not null default 0 check (judged >= 0),
  -- The last day that was closed.
  closed_on date not null,
  -- As of the last event that was judged.
  rules jsonb not null default '{"achievements": {}, "leagues": {}}' check (jsonb_typeof(rules) = 'object')
);

create function log_rules() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into achievement_books (company_id, closed_on)
    values (new.id, company_day(new.id, new.created_at) - 1);
  end if;
  insert into achievement_events (company_id, kind, day, at, rules)
  select new.id, 'rules', company_day(new.id, instant), instant, rules_of(new.settings)
  from (select case tg_op when 'INSERT' then new.created_at else now() end as instant) as changed;
  return null;
end $$;
create trigger log_new_rules after insert on companies for each row execute function log_rules();
create trigger log_rules after update of settings on companies for each row
  when (rules_of(old.settings) is distinct from rules_of(new.settings)) execute function log_rules();

-- What the events judged so far come to for a person.
create table achievement_states (
  company_id bigint not null,
  user_id bigint not null,
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);

create table achievements (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  achievement text not null check (achievement in (
    'racer', 'virtuoso', 'marathon_runner', 'titanium', 'king_of_the_hill', 'hard_worker', 'leader',
    'legendary_person', 'veteran', 'best_employee')),
  comment text check (length(comment) between 1 and 500),
  -- None: a rule did.
  given_by bigint,
  -- For what it was given by a rule: a day, a week by its Monday, a month, a year, or which time it was.
  period text check (length(period) between 1 and 20),
  coins bigint not null check (coins between 0 and 1000000000),
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by bigint,
  revoke_reason text check (length(revoke_reason) between 1 and 500),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, given_by) references users,
  foreign key (company_id, revoked_by) references users,
  check ((given_by is null) = (period is not null)),
  check ((revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoke_reason is null)),
  -- Also one that was revoked is not given again.
  constraint achievements_once unique (company_id, user_id, achievement, period)
);
create index achievements_of_user on achievements (company_id, user_id, id);

-- What a person is left with is never rewritten; to be revoked is all that can happen to an achievement.
create function keep_achievements() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.revoked_at is null
    and to_jsonb(new) - array['revoked_at', 'revoked_by', 'revoke_reason']
      = to_jsonb(old) - array['revoked_at', 'revoked_by', 'revoke_reason'] then
    return new;
  end if;
  raise exception 'An achievement stays as it was given' using errcode = 'restrict_violation';
end $$;
create trigger keep_achievements before update or delete on achievements
  for each row execute function keep_achievements();

-- In which league each ended a month.
create table final_leagues (
  company_id bigint not null,
  user_id bigint not null,
  month date not null check (extract(day from month) = 1),
  points bigint not null,
  league text not null check (league in ('bronze', 'silver', 'gold', 'platinum', 'diamond')),
  primary key (company_id, user_id, month),
  foreign key (company_id, user_id) references users
);
create trigger keep_final_leagues before update or delete or truncate on final_leagues
  for each statement execute function keep_entries();

-- What a person has done in some days.
create index tasks_done_by_user on tasks (company_id, user_id, finished_at)
  include (quantity, quantity_done, norm_seconds, spent_seconds) where status = 'done' and deleted_at is null;

-- What has happened so far, in the order in which it did.
insert into achievement_books (company_id, closed_on)
  select id, company_day(id, now()) - 1 from companies;
insert into achievement_events (
  company_id, kind, change, day, at, user_id, source_id, points, is_in_norm, seconds, is_late, takes_part, joined_on, rules)
  select * from (
    select id as company_id, 'rules' as kind, 1 as change, company_day(id, created_at) as day, created_at as at,
      null::bigint as user_id, null::bigint as source_id, null::bigint as points, null::boolean as is_in_norm,
      null::integer as seconds, null::boolean as is_late, null::boolean as takes_part, null::date as joined_on,
      rules_of(settings) as rules
    from companies
    union all
    select company_id, 'person', 1, company_day(company_id, created_at), created_at, id, null, null, null, null, null,
      type = 'staff' and status = 'active', coalesce(hired_on, company_day(company_id, created_at)), null
    from users
    union all
    select company_id, 'return', 1, company_day(company_id, started_at), started_at, user_id, id, null, null, null, null,
      null, null, null
    from tasks where returns > 0 and user_id is not null and started_at is not null
    union all
    select company_id, 'task', 1, company_day(company_id, finished_at), finished_at, user_id, id, null,
      coalesce(spent_seconds::bigint * quantity < norm_seconds::bigint * quantity_done, false), null, null, null, null,
      null
    from tasks where status = 'done' and deleted_at is null and user_id is not null
    union all
    select company_id, 'shift', 1, day, ended_at, user_id, id, null, null, worked_seconds, late_seconds > 0, null, null,
      null
    from shifts where ended_at is not null and confirmed
    union all
    select company_id, 'points', sign(amount), company_day(company_id, created_at), created_at, user_id, id, abs(amount),
      null, null, null, null, null, null
    from ledger_entries as entry
    where ledger = 'coins' and kind in ('task', 'reward', 'achievement', 'bonus')
      and not exists (
        select from ledger_entries as later
        where later.company_id = entry.company_id and later.ledger = entry.ledger and later.reverses_id = entry.id
      )
  ) as happened
  order by at, kind in ('rules', 'person') desc;
insert into points_days (company_id, day, user_id, points)
  select company_id, day, user_id, sum(change * points) from achievement_events where kind = 'points'
  group by company_id, day, user_id;
