-- What is stored of a file and its smaller copies, in bytes; nothing of a link.
create function media_bytes(size bigint, variants jsonb) returns bigint language sql immutable as $$
  select coalesce(size, 0)
    + coalesce((select sum((value->>'size')::bigint) from jsonb_each(variants)), 0)::bigint
$$;

-- What the media of a company take, in bytes. The row is locked by whoever adds media until they commit, so the
-- server compares this sum with the quota before that, and two who add at once cannot both fit into the last of it.
create table media_usage (
  company_id bigint primary key references companies,
  bytes bigint not null check (bytes >= 0)
);

insert into media_usage
select company_id, sum(media_bytes(size, variants)) from multimedia
group by company_id having sum(media_bytes(size, variants)) > 0;

-- By statement and in the order of companies, so that two statements never wait for each other.
create function count_media() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into media_usage
    select company_id, sum(media_bytes(size, variants)) from added
    group by company_id having sum(media_bytes(size, variants)) > 0 order by company_id
    on conflict (company_id) do update set bytes = media_usage.bytes + excluded.bytes;
  elsif tg_op = 'DELETE' then
    perform from media_usage where company_id in (select company_id from removed) order by company_id for update;
    update media_usage set bytes = bytes - gone.total
    from (select company_id, sum(media_bytes(size, variants)) as total from removed group by company_id) as gone
    where media_usage.company_id = gone.company_id and gone.total > 0;
  end if;
  return null;
end
$$;
create trigger count_added after insert on multimedia referencing new table as added
  for each statement execute function count_media();
create trigger count_removed after delete on multimedia referencing old table as removed
  for each statement execute function count_media();

-- What a file is never changes: another file is another row.
create function keep_media_file() returns trigger language plpgsql as $$
begin
  raise exception 'a media file is not changed' using errcode = 'check_violation';
end
$$;
create trigger keep_file before update on multimedia for each row
  when ((old.company_id, old.file, old.size, old.sha256, old.variants)
    is distinct from (new.company_id, new.file, new.size, new.sha256, new.variants))
  execute function keep_media_file();

-- Only the media themselves move the sum.
create function keep_media_usage() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception 'the bytes of media are counted by the media' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger keep_usage before insert or update or delete on media_usage
  for each statement execute function keep_media_usage();
