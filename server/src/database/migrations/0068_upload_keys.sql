-- An upload whose answer was lost is sent again under the same key, and must not become a second row.
alter table multimedia add column upload_key text check (upload_key ~ '^[\x21-\x7e]{1,64}$');
create unique index multimedia_by_upload_key on multimedia (company_id, created_by, upload_key)
  where upload_key is not null;
