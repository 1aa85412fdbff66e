-- A digest of what a step says, such as the pieces or the text, so that another step with the same id is recognized.
-- Null: a step of an earlier version, of which only the call and the subject are known.
alter table work_steps
  add column content_hash bytea constraint work_steps_content_hash_is_sha256 check (octet_length(content_hash) = 32);
