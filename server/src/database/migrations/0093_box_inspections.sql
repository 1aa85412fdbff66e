-- A box is opened and counted again by somebody who has packed nothing in it. What is missing is taken from its scans, the
-- newest first, and so from the tasks that count them and from their pay, also after the supply was shipped.
create table box_inspections (
  company_id bigint not null,
  id bigint generated always as identity,
  supply_id bigint not null,
  box_id bigint not null,
  user_id bigint not null,
  -- The version of the box that was counted. A shipped box keeps its version, and what it was said to have.
  box_version integer not null check (box_version > 0),
  comment text not null default '' check (length(comment) <= 2000),
  -- The newest scan into the box; null: nobody has scanned. Scans up to it are no longer taken back.
  last_scan_id bigint,
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, supply_id, box_id) references supply_boxes (company_id, supply_id, id),
  foreign key (company_id, user_id) references users
);
create index box_inspections_of_box on box_inspections (company_id, box_id, id);
create index box_inspections_of_supply on box_inspections (company_id, supply_id);
create index box_inspections_of_user on box_inspections (company_id, user_id);

-- Each product: pieces that the box was said to have, and pieces that it had.
create table box_inspection_lines (
  company_id bigint not null,
  inspection_id bigint not null,
  product_id bigint not null,
  packed integer not null constraint box_inspection_lines_packed check (packed between 0 and 1000000),
  found integer not null constraint box_inspection_lines_found check (found between 0 and 1000000),
  primary key (company_id, inspection_id, product_id),
  foreign key (company_id, inspection_id) references box_inspections,
  foreign key (company_id, product_id) references products
);
create index box_inspection_lines_of_product on box_inspection_lines (company_id, product_id);

-- Whose scans were counted again: pieces of each person and product, and how many of them were missing.
create table box_inspection_people (
  company_id bigint not null,
  inspection_id bigint not null,
  user_id bigint not null,
  product_id bigint not null,
  pieces bigint not null constraint box_inspection_people_pieces check (pieces > 0),
  missing bigint not null constraint box_inspection_people_missing check (missing between 0 and pieces),
  primary key (company_id, inspection_id, user_id, product_id),
  foreign key (company_id, inspection_id) references box_inspections,
  foreign key (company_id, user_id) references users,
  foreign key (company_id, product_id) references products
);
create index box_inspection_people_of_user on box_inspection_people (company_id, user_id);
create index box_inspection_people_of_product on box_inspection_people (company_id, product_id);

create table box_inspection_multimedia (
  company_id bigint not null,
  inspection_id bigint not null,
  multimedia_id bigint not null,
  position integer not null check (position between 0 and 9),
  primary key (company_id, inspection_id, multimedia_id),
  unique (company_id, inspection_id, position),
  foreign key (company_id, inspection_id) references box_inspections,
  foreign key (company_id, multimedia_id) references multimedia
);
create index box_inspection_multimedia_of_multimedia on box_inspection_multimedia (company_id, multimedia_id);

create function keep_inspections() returns trigger language plpgsql as $$
begin
  raise exception 'inspections are only added to' using errcode = 'restrict_violation';
end $$;
create trigger keep_inspections before update or delete on box_inspections
  for each row when (not handles_whole_company()) execute function keep_inspections();
create trigger keep_inspection_lines before update or delete on box_inspection_lines
  for each row when (not handles_whole_company()) execute function keep_inspections();
create trigger keep_inspection_people before update or delete on box_inspection_people
  for each row when (not handles_whole_company()) execute function keep_inspections();

-- Nobody inspects their own work.
create function refuse_own_inspection() returns trigger language plpgsql as $$
begin
  if exists (
    select from supply_scans where company_id = new.company_id and box_id = new.box_id and user_id = new.user_id
      and taken_back_at is null
  ) or exists (
    select from supply_boxes where company_id = new.company_id and id = new.box_id and packed_by = new.user_id
  ) then
    raise exception 'a packer does not inspect their own box' using errcode = 'check_violation',
      constraint = 'box_inspections_by_another', table = 'box_inspections';
  end if;
  return new;
end $$;
create trigger refuse_own_inspection before insert on box_inspections
  for each row when (not handles_whole_company()) execute function refuse_own_inspection();

-- Pieces of a scan that an inspection has not found. Those that no task counts are missed first.
alter table supply_scans
  add column missing integer not null default 0
    constraint supply_scans_missing check (missing between 0 and quantity);

-- A scan counts into one task. One that no task has counted, or whose task was cancelled or deleted, may be counted
-- later; pieces that a task has left over may be counted into the same task.
-- Missing pieces of a scan only become more.
create or replace function keep_scans() returns trigger language plpgsql as $$
declare
  taken text[] := array['taken_back_at', 'taken_back_by'];
  counted text[] := array['task_id', 'task_quantity'];
begin
  if tg_op = 'UPDATE' and old.taken_back_at is null then
    if new.taken_back_at is not null and to_jsonb(old) - taken = to_jsonb(new) - taken then
      return new;
    end if;
    if new.missing > old.missing and to_jsonb(old) - 'missing' = to_jsonb(new) - 'missing' then
      return new;
    end if;
    if new.taken_back_at is null and new.task_id is not null and to_jsonb(old) - counted = to_jsonb(new) - counted
      and (old.task_id is null
        or (old.task_id = new.task_id and new.task_quantity > old.task_quantity)
        or exists (
          select from tasks where company_id = old.company_id and id = old.task_id
            and (status = 'cancelled' or deleted_at is not null)
        ))
    then
      return new;
    end if;
  end if;
  raise exception 'scans are only added to' using errcode = 'restrict_violation';
end $$;

-- Figures ask for the inspections of some days.
create index box_inspections_by_time on box_inspections (company_id, created_at);
