-- Comments are never deleted, and an assignee can add some to a task of any state. Tasks that have more keep them.
create function limit_task_comments() returns trigger language plpgsql as $$
begin
  -- One at a time, so that two comments do not both take the last place.
  perform 1 from tasks where company_id = new.company_id and id = new.task_id for no key update;
  if (select count(*) from task_comments where company_id = new.company_id and task_id = new.task_id) >= 1000 then
    raise exception 'a task has at most 1000 comments'
      using errcode = 'check_violation', constraint = 'task_comments_at_most_1000';
  end if;
  return new;
end $$;
create trigger limit_task_comments before insert on task_comments for each row execute function limit_task_comments();
