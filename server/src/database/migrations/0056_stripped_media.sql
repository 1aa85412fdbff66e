-- Whether the metadata of a file (place, camera, texts) were removed. Null: not looked at yet, as all files from before
-- this and all links; false: it could not be read, and stays as it is.
alter table multimedia add column is_stripped boolean;
alter table multimedia add constraint multimedia_stripped_is_file check (file is not null or is_stripped is null);
create index multimedia_to_strip on multimedia (company_id, id) where file is not null and is_stripped is null;

-- A file from before gets another name with its new content, because what stands under a name never changes: browsers
-- and proxies keep it for a year. What refers to it by its name follows.
alter table users drop constraint users_company_id_avatar_fkey,
  add foreign key (company_id, avatar) references multimedia (company_id, file) on update cascade;
alter table companies drop constraint companies_id_logo_fkey,
  add foreign key (id, logo) references multimedia (company_id, file) on update cascade;

-- What a file is changes once at most, when its metadata are removed; and whoever stores one says that they were.
drop trigger keep_file on multimedia;
create or replace function keep_media_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    raise exception 'a media file is stripped before it is stored' using errcode = 'check_violation';
  end if;
  raise exception 'a media file is not changed' using errcode = 'check_violation';
end
$$;
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
create trigger keep_stripped before insert on multimedia for each row
  when (new.file is not null and new.is_stripped is not true)
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
