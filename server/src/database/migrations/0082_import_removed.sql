-- Boxes that an overwriting import has removed, and lines that it has removed from boxes that it kept.
alter table imports
  add column removed integer not null default 0 check (removed >= 0),
  add column removed_lines integer not null default 0 check (removed_lines >= 0);

-- Until now the removals of an import outlived its rows, and their bytes were not counted.
delete from import_removals as removal using imports
where imports.company_id = removal.company_id and imports.id = removal.import_id
  and imports.rows_deleted_at is not null;

update imports set removed = gone.boxes, removed_lines = gone.lines, kept_bytes = kept_bytes + gone.bytes
from (
  select company_id, import_id, count(*) filter (where is_box) as boxes,
    coalesce(sum(jsonb_array_length(items)) filter (where not is_box), 0) as lines, sum(pg_column_size(items)) as bytes
  from import_removals group by company_id, import_id
) as gone
where imports.company_id = gone.company_id and imports.id = gone.import_id;

-- An import leaves entries of an index unsorted for longer than others do, up to 64 MB. It sorts the index of products
-- itself, but not that of the audit log, into which it writes changed rates: the next writer would have to sort them.
alter index audit_by_text set (gin_pending_list_limit = 4096);
