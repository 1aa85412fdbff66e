alter table users
  -- The version in which each field was changed last, so that two people who change different fields do not clash.
  add column field_versions jsonb not null default '{}' check (jsonb_typeof(field_versions) = 'object'),
  add check (length(nick_name) between 1 and 100),
  add check (length(phone) between 1 and 50),
  add check (length(position) between 1 and 100);
create index users_by_warehouse on users (company_id, warehouse_id);

alter table mailed_links
  drop constraint mailed_links_kind_check,
  add constraint mailed_links_kind_check check (kind in ('reset', 'email', 'invitation'));

-- A company that has an owner keeps one: without, nobody could ever appoint another.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  -- One at a time: two owners who leave at once would each see the other stay.
  perform 1 from companies where id = old.company_id for no key update;
  if not exists (select 1 from users where company_id = old.company_id and type = 'owner' and status = 'active') then
    raise exception 'the last active owner' using errcode = 'check_violation', constraint = 'users_keep_an_owner';
  end if;
  return null;
end $$;
create trigger keep_an_owner_on_update after update of type, status on users for each row
  when (old.type = 'owner' and old.status = 'active' and (new.type <> 'owner' or new.status <> 'active'))
  execute function keep_an_owner();
create trigger keep_an_owner_on_delete after delete on users for each row
  when (old.type = 'owner' and old.status = 'active')
  execute function keep_an_owner();
