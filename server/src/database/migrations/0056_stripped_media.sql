-- Whether the metadata of a file (place, camera, texts) were removed. Null: not looked at yet, as all files from before
-- this, and all links; a job looks at these files. False: it could not be read, and stays as it is.
alter table multimedia add column is_stripped boolean;
alter table multimedia add constraint multimedia_stripped_is_file check (file is not null or is_stripped is null);
create index multimedia_to_strip on multimedia (company_id, id) where file is not null and is_stripped is null;

-- A file from before gets another name with its new content, because what stands under a name never changes: browsers
-- and proxies keep it for a year. What refers to it by its name is changed in the same transaction. A cascade cannot do
-- it, because it would also write the id of the company, which is generated.
alter table users alter constraint users_company_id_avatar_fkey deferrable initially immediate;
alter table companies alter constraint companies_id_logo_fkey deferrable initially immediate;

-- What a file is changes once at most, when its metadata are removed.
drop trigger keep_file on multimedia;
create trigger keep_file before update on multimedia for each row
  when (
    (old.company_id, old.created_by, old.file, old.size, old.sha256, old.variants)
      is distinct from (new.company_id, new.created_by, new.file, new.size, new.sha256, new.variants)
    and not (
      (old.company_id, old.created_by) = (new.company_id, new.created_by)
      and old.file is not null and new.file is not null
      and old.is_stripped is null and new.is_stripped is true
    )
    or old.is_stripped is not null and new.is_stripped is distinct from old.is_stripped
  )
  execute function keep_media_file();

-- The sums follow what became smaller, in the order in which whoever adds media locks them.
create function recount_media() returns trigger language plpgsql as $$
declare
  change bigint := media_bytes(new.size, new.variants) - media_bytes(old.size, old.variants);
begin
  update media_usage set bytes = bytes + change where company_id = new.company_id;
  update person_media_usage set bytes = bytes + change
  where company_id = new.company_id and user_id = new.created_by;
  return null;
end
$$;
create trigger recount_stripped after update on multimedia for each row
  when ((old.size, old.variants) is distinct from (new.size, new.variants))
  execute function recount_media();
