-- Whole seconds are taken from the sum of a task's segments. Rounded one by one, many short segments count no time.
alter table task_times
  -- Milliseconds from start to end without the company's pauses. Null: the segment was counted in whole seconds.
  add column worked_ms bigint,
  add constraint task_times_worked_ms check (
    worked_ms between 0 and extract(epoch from ended_at - started_at) * 1000
    -- The segment that completes a second with what earlier ones left counts one more.
    and seconds - break_seconds - worked_ms / 1000 between 0 and 1
  );
