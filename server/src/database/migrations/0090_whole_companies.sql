-- A company moves to another database, or leaves, with all its rows at once. What triggers derive from rows is among
-- these rows already, and what they guard against is someone who changes a part. So no trigger runs in a transaction
-- that says `set local artel.whole_company = 'on'`. Constraints hold all the same.
create function handles_whole_company() returns boolean
language sql stable
as $$ select coalesce(current_setting('artel.whole_company', true), '') = 'on' $$;

do $$
declare
  found record;
  condition constant text := 'not handles_whole_company()';
begin
  for found in
    select t.tgname as name, t.tgrelid::regclass as on_table, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  loop
    execute format('drop trigger %I on %s', found.name, found.on_table);
    execute case
      when found.definition ~ ' WHEN \(.*\) EXECUTE FUNCTION ' then
        regexp_replace(found.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ',
          format(' WHEN (%s and \1) EXECUTE FUNCTION ', condition))
      else replace(found.definition, ' EXECUTE FUNCTION ', format(' WHEN (%s) EXECUTE FUNCTION ', condition))
    end;
  end loop;
end
$$;

-- When `company delete` began, which removes the rows of a large company in several transactions.
alter table companies add deleting_since timestamptz
  constraint companies_deleting check (deleting_since is null or not is_active);
