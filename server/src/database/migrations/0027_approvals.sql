-- Nobody is credited by themself. Each entry names the person who approved it, and what type that person had then.
-- Null: older entries, purchases, refunds, and what the rules of achievements give.
alter table ledger_entries
  add column approved_by bigint,
  add column approver_type text check (approver_type in ('admin', 'owner')),
  add foreign key (company_id, approved_by) references users,
  add constraint ledger_entries_approver_whole check ((approved_by is null) = (approver_type is null)),
  add constraint ledger_entries_approver_none check (approved_by is null or kind not in ('purchase', 'refund')),
  -- An owner answers for the money and may credit themself. A debit needs no second person.
  add constraint ledger_entries_approver_other
    check (approved_by is null or approved_by <> user_id or approver_type = 'owner' or amount < 0);

-- A restore loads rows past this trigger, so entries from before it stay as they are.
create function stamp_approver() returns trigger language plpgsql as $$
begin
  new.approver_type := null;
  if new.approved_by is not null then
    -- Read here and not taken from the client, so that it is true at the moment of posting.
    select type into new.approver_type from users where company_id = new.company_id and id = new.approved_by;
  elsif new.kind not in ('purchase', 'refund') and (new.kind <> 'achievement' or new.created_by is not null) then
    raise exception 'An entry of kind % needs an approver', new.kind using errcode = 'not_null_violation',
      column = 'approved_by', table = 'ledger_entries';
  end if;
  return new;
end $$;
create trigger stamp_approver before insert on ledger_entries for each row execute function stamp_approver();

-- Who last set the terms of a task: its quantity, money, coins, norm and whether it is reviewed. Without a review this
-- person approves the credit.
alter table tasks disable trigger user;
alter table tasks add column priced_by bigint;
update tasks set priced_by = coalesce(
  (
    select event.user_id from task_events as event
    where event.company_id = tasks.company_id and event.task_id = tasks.id and event.kind = 'edit'
      and event.changes ?| array['quantity', 'money', 'coins', 'norm_seconds', 'requires_review']
    order by event.version desc limit 1
  ),
  created_by
);
alter table tasks
  alter column priced_by set not null,
  add foreign key (company_id, priced_by) references users;
alter table tasks enable trigger user;

-- Whoever approves a task approves what it pays, and to whom: both are fixed until it is returned.
create function keep_terms() returns trigger language plpgsql as $$
begin
  raise exception 'The terms of a task are fixed in review and after it' using errcode = 'check_violation',
    constraint = 'tasks_terms_fixed', table = 'tasks';
end $$;
create trigger keep_terms before update on tasks for each row
  when (old.status in ('review', 'done') and new.status in ('review', 'done')
    and (old.user_id, old.quantity, old.quantity_done, old.money, old.coins, old.norm_seconds, old.requires_review,
      old.priced_by)
    is distinct from (new.user_id, new.quantity, new.quantity_done, new.money, new.coins, new.norm_seconds,
      new.requires_review, new.priced_by))
  execute function keep_terms();
