-- Every look at an import tells how many rows its undoing has left, and most of an import's rows are not among them.
create index import_rows_kept on import_rows (company_id, import_id) where undo_refusal is not null;
