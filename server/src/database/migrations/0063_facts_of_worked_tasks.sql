-- Deleting a task looked for its times and returns even if it could have none. Each of these queries is planned anew,
-- which took most of the time of a deletion. A task has no times before its first start.
create or replace function follow_task() returns trigger language plpgsql as $$
declare
  sign integer := case tg_when when 'BEFORE' then -1 else 1 end;
begin
  perform count_task(sign, case tg_when when 'BEFORE' then old else new end);
  if tg_op = 'UPDATE' then
    if (old.warehouse_id, old.product_id, old.deleted_at is null)
      is distinct from (new.warehouse_id, new.product_id, new.deleted_at is null) then
      if new.started_at is not null then
        perform count_time_of_task(sign, new);
      end if;
      if new.returns > 0 then
        perform count_return_of_task(sign, new);
      end if;
    end if;
    if (old.warehouse_id, old.product_id) is distinct from (new.warehouse_id, new.product_id) then
      perform count_money_of_task(sign, new), count_coin_of_task(sign, new);
    end if;
  end if;
  return new;
end $$;
