-- Schedules that a company had before, each up to the instant of its change: a shift is judged by the one that was in
-- force when it began. The present one stands in `companies`.
create table former_schedules (
  company_id bigint not null references companies,
  valid_until timestamptz(3) not null,
  timezone numeric(4, 2) not null,
  working_hours_from time,
  working_hours_to time,
  working_days boolean[] not null check (cardinality(working_days) = 7),
  first_break_from time,
  first_break_to time,
  second_break_from time,
  second_break_to time,
  lunch_from time,
  lunch_to time,
  primary key (company_id, valid_until)
);

-- Seconds of each of the company's pauses, together.
create function pause_seconds(breaks jsonb) returns integer
  language sql immutable strict parallel safe
  return coalesce((breaks ->> 'first_break')::integer, 0) + coalesce((breaks ->> 'lunch')::integer, 0)
    + coalesce((breaks ->> 'second_break')::integer, 0);

alter table companies
  -- Shifts of this day and before can no longer be changed.
  add column hours_locked_until date;

create table shifts (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Of the working hours in which it began.
  day date not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Seconds of each pause that lies inside, by its name.
  breaks jsonb not null default '{}' check (jsonb_typeof(breaks) = 'object'),
  break_seconds integer not null default 0 check (break_seconds >= 0),
  worked_seconds integer not null default 0 check (worked_seconds >= 0),
  late_seconds integer not null default 0 check (late_seconds >= 0),
  overtime_seconds integer not null default 0 check (overtime_seconds between 0 and worked_seconds),
  source text not null check (source in ('clock', 'manual', 'auto')),
  confirmed boolean not null default true,
  -- What the person says instead of the end that the product has put.
  proposed_ended_at timestamptz(3) check (proposed_ended_at >= started_at),
  -- When somebody who forgets to clock out is taken to have gone.
  planned_ended_at timestamptz(3) not null check (planned_ended_at >= started_at),
  -- Whether the person was told that the end of the day is near.
  is_end_told boolean not null default false,
  -- The person's own presses, kept beside every correction.
  punched_started_at timestamptz(3),
  punched_ended_at timestamptz(3),
  note text check (length(note) between 1 and 500),
  edited_by bigint,
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, edited_by) references users,
  check (ended_at >= started_at),
  check (break_seconds = pause_seconds(breaks)),
  -- No second is counted twice or forgotten.
  check (worked_seconds + break_seconds = floor(extract(epoch from ended_at - started_at))),
  -- What still runs was begun by the clock, and is neither counted nor in doubt.
  check (ended_at is not null or (worked_seconds = 0 and break_seconds = 0 and confirmed and source = 'clock')),
  check (confirmed or source = 'auto'),
  check (proposed_ended_at is null or not confirmed),
  check (source = 'manual' or punched_started_at is not null),
  -- Nobody is on two shifts in one second.
  constraint shifts_no_overlap exclude using gist (
    company_id with =, user_id with =, tstzrange(started_at, ended_at) with &&
  )
);
create unique index shifts_one_open on shifts (company_id, user_id) where ended_at is null;
create index shifts_by_planned_end on shifts (planned_ended_at) where ended_at is null;
create index shifts_in_doubt on shifts (company_id, day) where not confirmed;
create index shifts_by_day on shifts (company_id, day, user_id)
  include (worked_seconds, late_seconds, overtime_seconds, confirmed, source);
create index shifts_by_user on shifts (company_id, user_id, day)
  include (worked_seconds, late_seconds, overtime_seconds, confirmed, source);

-- A day that is locked keeps its shifts as they are. What still runs may be ended all the same: that is what happened,
-- and no correction.
create function refuse_locked_shift() returns trigger language plpgsql as $$
declare
  locked_until date;
begin
  -- Held against a lock that comes meanwhile.
  select hours_locked_until into locked_until from companies
    where id = coalesce(new.company_id, old.company_id) for share;
  if locked_until is null then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and old.ended_at is null and new.day = old.day and new.started_at = old.started_at
    and new.user_id = old.user_id then return new; end if;
  if (tg_op <> 'INSERT' and old.day <= locked_until) or (tg_op <> 'DELETE' and new.day <= locked_until) then
    raise exception 'The hours up to % are locked', locked_until using errcode = 'AR001';
  end if;
  return coalesce(new, old);
end $$;
create trigger shifts_locked before insert or update or delete on shifts
  for each row execute function refuse_locked_shift();

-- The punch is what the person pressed: it is written once and outlives every correction.
create function keep_punch() returns trigger language plpgsql as $$
begin
  if new.punched_started_at is distinct from old.punched_started_at
    or (old.punched_ended_at is not null and new.punched_ended_at is distinct from old.punched_ended_at) then
    raise exception 'A punch is not changed';
  end if;
  return new;
end $$;
create trigger shifts_keep_punch before update on shifts for each row execute function keep_punch();

alter table task_times
  -- Of `seconds`, which are from start to end: those of the company's pauses.
  add column breaks jsonb not null default '{}' check (jsonb_typeof(breaks) = 'object'),
  add column break_seconds integer not null default 0,
  add check (break_seconds between 0 and coalesce(seconds, 0)),
  add check (break_seconds = pause_seconds(breaks));

-- A task that rests because its doer's shift is over.
alter table task_events drop constraint task_events_kind_check, add constraint task_events_kind_check check (kind in (
  'create', 'edit', 'progress', 'start', 'pause', 'finish', 'approve', 'return', 'cancel', 'delete', 'shift_end'
));
-- Somebody's last steps are the evidence of when they worked.
create index task_events_of_user on task_events (company_id, user_id, created_at);
