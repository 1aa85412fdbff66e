-- Who has set the password and who has chosen the email of an account. The person's own id: nobody else can have them.
-- Another id: that person set them, or had what was needed to set them. Null: not known, which counts as another person.
alter table logins
  add column password_set_by bigint,
  add column email_set_by bigint,
  -- A browser is known to an account only with this number in its cookie, so raising it makes the account forget all.
  add column device_epoch integer not null default 0 check (device_epoch >= 0),
  -- Null where that person is deleted: null is the safe side.
  add foreign key (company_id, password_set_by) references users on delete set null (password_set_by),
  add foreign key (company_id, email_set_by) references users on delete set null (email_set_by),
  add constraint logins_password_author check (password_hash is not null or password_set_by is null);
create index logins_by_password_author on logins (company_id, password_set_by) where password_set_by <> user_id;
create index logins_by_email_author on logins (company_id, email_set_by) where email_set_by <> user_id;

-- Who has chosen an email stands in the audit log. Where the person has changed it since, its author stays unknown, because
-- somebody who knew the password could have done that. For the same reason no older password becomes the person's own.
update logins
set email_set_by = latest.user_id
from (
  select distinct on (company_id, entity_id) company_id, entity_id, user_id
  from audit
  where entity = 'user' and action in ('create', 'email_change')
  order by company_id, entity_id, id desc
) as latest
join users on users.company_id = latest.company_id and users.id = latest.user_id
where (logins.company_id, logins.user_id) = (latest.company_id, latest.entity_id) and latest.user_id <> logins.user_id;

-- A promotion keeps a password only where it and the email are the person's own. Whoever promotes voids it first.
create function refuse_known_password() returns trigger language plpgsql as $$
begin
  if exists (
    select from logins
    where company_id = new.company_id and user_id = new.id and password_hash is not null
      and (password_set_by is distinct from user_id or email_set_by is distinct from user_id)
  ) then
    raise exception 'somebody else may know the password of a person who is promoted'
      using errcode = 'check_violation', constraint = 'users_promoted_with_own_password', table = 'users';
  end if;
  return new;
end $$;
create trigger refuse_known_password before update of type on users for each row
  when (array_position('{staff,admin,owner}', new.type) > array_position('{staff,admin,owner}', old.type))
  execute function refuse_known_password();
