-- Steps of work that people made, perhaps without a connection, each once. They are never deleted, because a phone
-- may send a step again after any time.
create table work_steps (
  company_id bigint not null,
  user_id bigint not null,
  id text not null check (id ~ '^[A-Za-z0-9_~-]{1,64}$'),
  call text not null check (length(call) between 1 and 100),
  -- The task or the shift.
  subject_id bigint not null,
  -- When the person made the step, as their device says.
  made_at timestamptz(3) not null,
  -- The instant at which it counts.
  dated_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  primary key (company_id, user_id, id),
  foreign key (company_id, user_id) references users,
  constraint work_steps_dated_within_a_day check (dated_at >= received_at - interval '24 hours'),
  constraint work_steps_made_before_received check (made_at <= received_at)
);
create index work_steps_by_date on work_steps (company_id, user_id, dated_at desc);

create function keep_work_steps_in_order() returns trigger language plpgsql as $$
begin
  -- One at a time, so that each step sees the one before.
  perform 1 from users where company_id = new.company_id and id = new.user_id for no key update;
  if new.dated_at < (
    select max(dated_at) from work_steps where company_id = new.company_id and user_id = new.user_id
  ) then
    raise exception 'a step is not dated before the previous one'
      using errcode = 'check_violation', constraint = 'work_steps_in_order';
  end if;
  return new;
end $$;
create trigger keep_work_steps_in_order before insert on work_steps
  for each row execute function keep_work_steps_in_order();

create function refuse_work_step_change() returns trigger language plpgsql as $$
begin
  raise exception 'steps of work are only added' using errcode = 'restrict_violation';
end $$;
create trigger refuse_change before update or delete or truncate on work_steps
  for each statement execute function refuse_work_step_change();
