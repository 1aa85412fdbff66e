create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- What people read in order is sorted as they read it: ё beside е, Cyrillic before Latin.
create table companies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  address text,
  phone text,
  email text,
  logo text,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  -- Hours from UTC.
  timezone numeric(4, 2) not null default 0
    check (timezone between -12 and 14 and timezone * 4 = trunc(timezone * 4)),
  working_hours_from time,
  working_hours_to time,
  -- Monday first.
  working_days boolean[] not null default '{t,t,t,t,t,f,f}' check (cardinality(working_days) = 7),
  first_break_from time,
  first_break_to time,
  second_break_from time,
  second_break_to time,
  lunch_from time,
  lunch_to time,
  -- Minutes.
  before_workday_end integer not null default 15 check (before_workday_end between 0 and 720),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and length(settings::text) <= 65536),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  check ((working_hours_from is null) = (working_hours_to is null)),
  check ((first_break_from is null) = (first_break_to is null)),
  check ((second_break_from is null) = (second_break_to is null)),
  check ((lunch_from is null) = (lunch_to is null))
);

create table warehouses (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text collate "ru-x-icu" not null check (length(name) between 1 and 200),
  address text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  primary key (company_id, id)
);

create table users (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  type text not null check (type in ('staff', 'admin', 'owner')),
  status text not null default 'active' check (status in ('active', 'archived')),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  full_name text collate "ru-x-icu" not null generated always as (first_name || ' ' || last_name) stored,
  nick_name text,
  email_verified_at timestamptz(3),
  phone text,
  avatar text,
  birth_date date,
  language text not null default 'ru' check (language in ('ru', 'en')),
  force_change_password boolean not null default false,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object' and length(settings::text) <= 65536),
  warehouse_id bigint,
  position text,
  hired_on date,
  last_seen_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses
);

-- Emails are unique over the whole installation, so they stand apart from the tenant tables.
create table logins (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  company_id bigint not null,
  user_id bigint not null,
  -- Argon2id; null: the person was invited and has set none yet.
  password_hash text,
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);

create table sessions (
  -- SHA-256 of the token in the cookie: a copy of this table signs nobody in.
  token_hash bytea primary key check (length(token_hash) = 32),
  company_id bigint not null,
  user_id bigint not null,
  -- Remembered sessions live 30 days, others 24 hours, 120 minutes of them idle.
  is_remembered boolean not null,
  user_agent text not null,
  address text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  foreign key (company_id, user_id) references users on delete cascade
);
create index sessions_of_user on sessions (company_id, user_id, created_at);

create table tasks (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text collate "ru-x-icu" not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  status text not null default 'open'
    check (status in ('open', 'in_progress', 'paused', 'review', 'done', 'cancelled')),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  quantity integer not null default 1 check (quantity between 1 and 1000000),
  quantity_done integer not null default 0 check (quantity_done between 0 and quantity),
  warehouse_id bigint,
  user_id bigint,
  -- Kopecks for the whole task.
  money bigint not null default 0 check (money between 0 and 100000000000),
  coins bigint not null default 0 check (coins between 0 and 1000000000),
  norm_seconds integer check (norm_seconds > 0),
  due_at timestamptz(3),
  requires_review boolean not null,
  returns integer not null default 0 check (returns >= 0),
  return_reason text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Sum of the closed rows of task_times.
  spent_seconds integer not null default 0 check (spent_seconds >= 0),
  created_by bigint not null,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses,
  foreign key (company_id, user_id) references users,
  foreign key (company_id, created_by) references users,
  -- Work that has begun is somebody's, and has a beginning; finished work has an end.
  check (status in ('open', 'cancelled') or (user_id is not null and started_at is not null)),
  check ((status in ('review', 'done')) = (finished_at is not null)),
  check (finished_at >= started_at)
);
create unique index tasks_one_running on tasks (company_id, user_id) where status = 'in_progress';
create index tasks_by_status on tasks (company_id, status, id);
create index tasks_by_user on tasks (company_id, user_id, id);
create index tasks_by_due on tasks (company_id, due_at) where status not in ('done', 'cancelled');
create index tasks_by_title on tasks using gin (lower(title) gin_trgm_ops);

create table task_times (
  company_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  user_id bigint not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  seconds integer check (seconds >= 0),
  primary key (company_id, id),
  foreign key (company_id, task_id) references tasks,
  foreign key (company_id, user_id) references users,
  check (ended_at >= started_at),
  check ((ended_at is null) = (seconds is null)),
  -- Nobody works on two things in one second.
  constraint task_times_no_overlap exclude using gist (
    company_id with =, user_id with =, tstzrange(started_at, ended_at) with &&
  )
);
create unique index task_times_one_running on task_times (company_id, user_id) where ended_at is null;
create index task_times_of_task on task_times (company_id, task_id, id);
