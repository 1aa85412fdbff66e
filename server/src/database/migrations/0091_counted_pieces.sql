-- A task that packs a product for a supply knows how many pieces the scans of its assignee have counted into it. Null:
-- nothing was ever scanned for it. Where more is done than was scanned, the assignee says why, and the task is reviewed.
alter table tasks disable trigger user;
alter table tasks
  add column scanned integer constraint tasks_scanned_not_negative check (scanned >= 0),
  add column unscanned_reason text
    constraint tasks_unscanned_reason_length check (length(unscanned_reason) between 1 and 1000);
update tasks set scanned = counted.pieces
from (
  select company_id, task_id, (sum(task_quantity) filter (where taken_back_at is null))::integer as pieces
  from supply_scans where task_id is not null group by company_id, task_id
) as counted
where tasks.company_id = counted.company_id and tasks.id = counted.task_id;
update tasks set scanned = 0 where scanned is null and exists (
  select from supply_scans where company_id = tasks.company_id and task_id = tasks.id
);
alter table tasks enable trigger user;

-- Finished work is approved and paid as it stands. Its pieces only become fewer, together with its scans, when one of
-- them is taken back; the credit follows in the same transaction.
drop trigger keep_terms on tasks;
create trigger keep_terms before update on tasks for each row
  when (not handles_whole_company() and old.status in ('review', 'done') and new.status in ('review', 'done')
    and ((old.user_id, old.quantity, old.money, old.coins, old.norm_seconds, old.requires_review, old.priced_by)
    is distinct from (new.user_id, new.quantity, new.money, new.coins, new.norm_seconds, new.requires_review,
      new.priced_by)
      or (new.quantity_done <> old.quantity_done
        and old.quantity_done - new.quantity_done not between 1 and coalesce(old.scanned - new.scanned, 0))))
  execute function keep_terms();

-- A done task that loses a piece is no longer done in full, and achievements count it no more.
drop trigger log_task on tasks;
create trigger log_task after update of status, returns, deleted_at, quantity_done on tasks for each row
  when (not handles_whole_company() and (old.status is distinct from new.status
    or old.returns is distinct from new.returns or old.deleted_at is distinct from new.deleted_at
    or (new.status = 'done' and old.quantity_done is distinct from new.quantity_done)))
  execute function log_task();

-- Pieces that were scanned for a product of a supply do not become pieces of another.
create function keep_scanned() returns trigger language plpgsql as $$
begin
  raise exception 'Pieces were scanned into this task' using errcode = 'check_violation',
    constraint = 'tasks_scanned_kept', table = 'tasks';
end $$;
create trigger keep_scanned before update of product_id, supply_id on tasks for each row
  when (not handles_whole_company() and old.scanned > 0
    and (old.product_id, old.supply_id) is distinct from (new.product_id, new.supply_id))
  execute function keep_scanned();

-- Only a scan that is taken back counts less for its packer.
drop trigger count_scans on supply_scans;
create trigger count_new_scans after insert on supply_scans for each row
  when (not handles_whole_company()) execute function count_scans();
create trigger count_scans after update of taken_back_at on supply_scans for each row
  when (not handles_whole_company() and old.taken_back_at is distinct from new.taken_back_at)
  execute function count_scans();

-- Pieces of a supply that no task has counted are listed for an admin.
create index supply_scans_uncounted on supply_scans (company_id, supply_id, user_id, product_id)
  where taken_back_at is null and task_quantity < quantity;

-- A task is counted anew when a scan of it is taken back, and when an admin counts scans into it.
alter table task_events drop constraint task_events_kind_check, add constraint task_events_kind_check check (kind in (
  'create', 'edit', 'progress', 'start', 'pause', 'finish', 'approve', 'return', 'cancel', 'restore', 'delete',
  'shift_end', 'recount'
));
