-- What a call with an Idempotency-Key has answered, stored in the transaction of its effect.
create table idempotency_keys (
  company_id bigint not null,
  user_id bigint not null,
  path text not null,
  key text not null check (length(key) between 1 and 64),
  -- SHA-256 of the body.
  body_hash bytea not null check (length(body_hash) = 32),
  -- Null only while the first call runs, which nobody else can see.
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (company_id, user_id, path, key),
  foreign key (company_id, user_id) references users on delete cascade
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

alter table tasks
  add column deleted_at timestamptz(3),
  add column deleted_by bigint,
  add foreign key (company_id, deleted_by) references users,
  add check ((deleted_at is null) = (deleted_by is null)),
  -- A deleted task is nobody's running one.
  add check (deleted_at is null or status <> 'in_progress');

-- Lists skip and count by this one without touching the rows.
create index tasks_alive on tasks (company_id, id) where deleted_at is null;

create table task_comments (
  company_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  user_id bigint not null,
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, task_id) references tasks,
  foreign key (company_id, user_id) references users
);
create index task_comments_of_task on task_comments (company_id, task_id, id);

-- What happened to a task: who, when, and each changed field before and after.
create table task_events (
  company_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in (
    'create', 'edit', 'progress', 'start', 'pause', 'finish', 'approve', 'return', 'cancel', 'delete')),
  -- The task's version that this event made.
  version integer not null check (version > 0),
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, task_id, version),
  foreign key (company_id, task_id) references tasks,
  foreign key (company_id, user_id) references users
);

-- Sums over all tasks of a company, as deltas that each statement adds and a job folds: counting a million rows
-- on every look at a list is what makes lists slow, and one row per company is what makes writers wait.
create table task_totals (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  tasks bigint not null,
  quantity bigint not null,
  quantity_done bigint not null,
  money bigint not null,
  coins bigint not null,
  primary key (company_id, id)
);

insert into task_totals (company_id, tasks, quantity, quantity_done, money, coins)
  select company_id, count(*), sum(quantity), sum(quantity_done), sum(money), sum(coins) from tasks group by company_id;

create function add_task_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into task_totals (company_id, tasks, quantity, quantity_done, money, coins)
      select company_id, count(*), sum(quantity), sum(quantity_done), sum(money), sum(coins)
      from after where deleted_at is null group by company_id;
  else
    insert into task_totals (company_id, tasks, quantity, quantity_done, money, coins)
      select company_id, sum(sign), sum(sign * quantity), sum(sign * quantity_done), sum(sign * money), sum(sign * coins)
      from (
        select company_id, 1 as sign, quantity, quantity_done, money, coins from after where deleted_at is null
        union all
        select company_id, -1, quantity, quantity_done, money, coins from before where deleted_at is null
      ) changes
      group by company_id
      having (sum(sign), sum(sign * quantity), sum(sign * quantity_done), sum(sign * money), sum(sign * coins))
        is distinct from (0, 0, 0, 0, 0);
  end if;
  return null;
end $$;

create trigger add_totals_on_insert after insert on tasks
  referencing new table as after for each statement execute function add_task_totals();
create trigger add_totals_on_update after update on tasks
  referencing old table as before new table as after for each statement execute function add_task_totals();
-- Tasks are stamped, never erased.
create function refuse_task_delete() returns trigger language plpgsql as $$
begin
  raise exception 'tasks are not deleted' using errcode = 'restrict_violation';
end $$;
create trigger refuse_delete before delete on tasks for each statement execute function refuse_task_delete();
