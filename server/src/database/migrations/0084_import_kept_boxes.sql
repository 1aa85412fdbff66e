-- Boxes that an undo could not restore: their barcode is taken, the plan does not allow them, or they were sealed. Undos
-- of the past did not count them.
alter table imports add column kept_boxes integer not null default 0
  constraint imports_undo_kept_boxes check (kept_boxes between 0 and removed + removed_lines);
