alter table imports
  -- When its rows were deleted: it cannot be undone any more, and its errors cannot be listed.
  add column rows_deleted_at timestamptz(3);

-- Until now the rows of old imports were deleted, and nothing noted it.
update imports set rows_deleted_at = greatest(created_at + interval '30 days', finished_at)
  where state = 'done' and total > 0 and not exists (
    select from import_rows as kept where kept.company_id = imports.company_id and kept.import_id = imports.id);

alter table imports add constraint imports_under_way_have_rows
  check (rows_deleted_at is null or state in ('done', 'failed', 'undone'));
create index imports_with_rows on imports (company_id, id desc) where rows_deleted_at is null;
