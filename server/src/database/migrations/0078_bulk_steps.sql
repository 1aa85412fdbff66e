-- The step on several tasks that an event belongs to, named by the screen that sent it: whoever took the step can
-- undo all of it at once.
alter table task_events add column bulk_id text check (length(bulk_id) between 1 and 64);
create index task_events_of_bulk on task_events (company_id, bulk_id) where bulk_id is not null;

-- A cancelled task is taken up again.
alter table task_events drop constraint task_events_kind_check, add constraint task_events_kind_check check (kind in (
  'create', 'edit', 'progress', 'start', 'pause', 'finish', 'approve', 'return', 'cancel', 'restore', 'delete',
  'shift_end'
));
