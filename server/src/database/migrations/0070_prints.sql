-- Labels of boxes that are printed straight on a label printer. The operator names the printers in the settings, so
-- the database knows only their names.
create table prints (
  company_id bigint not null,
  id bigint generated always as identity,
  supply_id bigint not null,
  printer text not null check (length(printer) between 1 and 50),
  size text not null check (size in ('58x40', '75x120')),
  language text not null check (language in ('ru', 'en')),
  status text not null default 'waiting'
    check (status in ('waiting', 'printing', 'printed', 'failed', 'unknown', 'cancelled')),
  -- Why it waits, does not go on, or has ended without all its labels.
  reason text check (reason in (
    'unreachable', 'silent', 'cut_off', 'no_paper', 'no_ribbon', 'head_open', 'jam', 'paused', 'hot', 'fault',
    'interrupted', 'no_boxes', 'bad_label', 'unset', 'restored'
  )),
  -- Since when it has not gone on, for this reason or another.
  blocked_at timestamptz(3),
  -- In the order of their labels. A box may be deleted before its label is printed; then it has none.
  box_ids bigint[] not null check (cardinality(box_ids) between 1 and 20000),
  -- Labels that were sent, perhaps the last one only in part. Written before the label is sent.
  sent integer not null default 0,
  -- Labels that the printer has reported as printed.
  done integer not null default 0,
  -- A person has cancelled it while it was printing.
  is_stopping boolean not null default false,
  user_id bigint not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  -- When the process that prints it was last heard of.
  seen_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, supply_id) references supplies,
  foreign key (company_id, user_id) references users,
  constraint prints_counts check (0 <= done and done <= sent and sent <= cardinality(box_ids)),
  -- Only a print of which all labels are accounted for goes on by itself. So no label is printed twice.
  constraint prints_wait_with_known_labels check (status <> 'waiting' or sent = done),
  constraint prints_printed_as_a_whole check (status <> 'printed' or done = cardinality(box_ids)),
  constraint prints_unknown_by_a_label check (status <> 'unknown' or sent > done),
  constraint prints_failed_for_a_reason check (status not in ('failed', 'unknown') or reason is not null),
  constraint prints_end check ((ended_at is null) = (status in ('waiting', 'printing'))),
  constraint prints_start check (status <> 'printing' or (started_at is not null and seen_at is not null))
);
-- A printer takes one print at a time.
create unique index prints_one_at_a_time on prints (company_id, printer) where status = 'printing';
create index prints_waiting on prints (company_id, printer, id) where status = 'waiting';
create index prints_of_supply on prints (company_id, supply_id, id);
create index prints_of_user on prints (company_id, user_id, id);
create index prints_ended on prints (ended_at) where ended_at is not null;

create function keep_course_of_prints() returns trigger language plpgsql as $$
begin
  if old.status not in ('waiting', 'printing') then
    raise exception 'an ended print does not change'
      using errcode = 'check_violation', constraint = 'prints_end_once';
  end if;
  if new.sent < old.sent or new.done < old.done or new.box_ids <> old.box_ids or new.printer <> old.printer then
    raise exception 'a print only goes on'
      using errcode = 'check_violation', constraint = 'prints_go_on';
  end if;
  return new;
end $$;
create trigger keep_course before update on prints for each row execute function keep_course_of_prints();
