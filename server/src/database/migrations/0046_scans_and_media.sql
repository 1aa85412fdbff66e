alter table supply_scans
  -- What was scanned: a retry is compared with it, because a barcode may move to another product. Null: not known.
  add column barcode text check (length(barcode) between 1 and 100);

-- An id that a path cannot carry unchanged gets another one, so that its scan can be taken back.
alter table supply_scans disable trigger user;
update supply_scans set scan_id = 'old-' || left(encode(sha256(convert_to(scan_id, 'UTF8')), 'hex'), 60)
  where scan_id !~ '^[A-Za-z0-9_~-]{1,64}$';
alter table supply_scans
  enable trigger user,
  drop constraint supply_scans_scan_id_check,
  add constraint supply_scans_scan_id_fits_path check (scan_id ~ '^[A-Za-z0-9_~-]{1,64}$');
