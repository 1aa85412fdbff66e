-- Each revision keeps its whole text for good, so there are 1,000 at most. Only a raise is checked: an installation from
-- before the limit may have more, and a restore brings them back.
create or replace function guard_revision() returns trigger language plpgsql as $$
begin
  if new.revision not in (old.revision, old.revision + 1) then
    raise exception 'a revision rises by one' using errcode = 'restrict_violation';
  end if;
  if new.revision > old.revision and new.revision > 1000 then
    raise exception 'an instruction has 1,000 revisions at most' using errcode = 'restrict_violation';
  end if;
  if old.published_at is not null and new.published_at is distinct from old.published_at then
    raise exception 'what was published was published' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
