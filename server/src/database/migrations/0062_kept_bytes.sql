-- Bytes of the stored rows of an import: its cells, its faults, and the fields before a change. A company can keep the
-- longest rows in few imports, so that a maximum of rows alone does not bound what it stores.
alter table imports add column kept_bytes bigint not null default 0;

-- `pg_column_size` of a long value needs only its pointer, so that no long value is read.
update imports set kept_bytes = stored.bytes from (
  select company_id, import_id,
    sum(pg_column_size(cells) + pg_column_size(faults) + coalesce(pg_column_size(before), 0)) as bytes
  from import_rows group by company_id, import_id
) as stored
where imports.company_id = stored.company_id and imports.id = stored.import_id and rows_deleted_at is null;

alter table imports
  add constraint imports_kept_bytes check (kept_bytes >= 0),
  add constraint imports_without_rows_keep_no_bytes check (rows_deleted_at is null or kept_bytes = 0);

-- Old dry runs of a company.
create index imports_tried on imports (company_id, created_at) where is_dry;
