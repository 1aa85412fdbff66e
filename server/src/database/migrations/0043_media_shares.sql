-- What is stored takes whole blocks of a disk, 4 KiB each, and a link has its row: else millions of tiny files and
-- links would count as nothing.
create or replace function media_bytes(size bigint, variants jsonb) returns bigint language sql immutable as $$
  select (coalesce(size, 1) + 4095) / 4096 * 4096
    + coalesce((select sum(((value->>'size')::bigint + 4095) / 4096 * 4096) from jsonb_each(variants)), 0)::bigint
$$;

-- What the media of each person take, in bytes, so that no one of the staff fills the room of the company. Whoever adds
-- media holds this row, and that of the company before it, until they commit.
create table person_media_usage (
  company_id bigint not null references companies,
  user_id bigint not null,
  bytes bigint not null check (bytes >= 0),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);

create or replace function count_media() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into media_usage
    select company_id, sum(media_bytes(size, variants)) from added
    group by company_id order by company_id
    on conflict (company_id) do update set bytes = media_usage.bytes + excluded.bytes;
    insert into person_media_usage
    select company_id, created_by, sum(media_bytes(size, variants)) from added
    group by company_id, created_by order by company_id, created_by
    on conflict (company_id, user_id) do update set bytes = person_media_usage.bytes + excluded.bytes;
  elsif tg_op = 'DELETE' then
    perform from media_usage where company_id in (select company_id from removed) order by company_id for update;
    update media_usage set bytes = bytes - gone.total
    from (select company_id, sum(media_bytes(size, variants)) as total from removed group by company_id) as gone
    where media_usage.company_id = gone.company_id;
    perform from person_media_usage
    where (company_id, user_id) in (select company_id, created_by from removed)
    order by company_id, user_id for update;
    update person_media_usage as usage set bytes = bytes - gone.total
    from (
      select company_id, created_by, sum(media_bytes(size, variants)) as total
      from removed group by company_id, created_by
    ) as gone
    where usage.company_id = gone.company_id and usage.user_id = gone.created_by;
  end if;
  return null;
end
$$;

alter table media_usage disable trigger keep_usage;
insert into media_usage
select company_id, sum(media_bytes(size, variants)) from multimedia group by company_id
on conflict (company_id) do update set bytes = excluded.bytes;
alter table media_usage enable trigger keep_usage;

insert into person_media_usage
select company_id, created_by, sum(media_bytes(size, variants)) from multimedia group by company_id, created_by;
create trigger keep_usage before insert or update or delete on person_media_usage
  for each statement execute function keep_media_usage();

-- Whose a file is never changes either, or the sums would say something else.
drop trigger keep_file on multimedia;
create trigger keep_file before update on multimedia for each row
  when ((old.company_id, old.created_by, old.file, old.size, old.sha256, old.variants)
    is distinct from (new.company_id, new.created_by, new.file, new.size, new.sha256, new.variants))
  execute function keep_media_file();
