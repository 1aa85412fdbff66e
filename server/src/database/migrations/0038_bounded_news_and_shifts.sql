-- Unread news of one kind about one topic are one notification, so that nobody can flood a bell.
alter table notifications
  -- What it is about. Null: it stands alone, whatever else is unread.
  add column topic text check (length(topic) between 1 and 300),
  -- Ids of what it counts, such as orders: an order that is cancelled is taken out again.
  add column things bigint[] not null default '{}'
    check (cardinality(things) <= 1000 and array_position(things, null) is null);
create unique index notifications_one_unread on notifications (company_id, user_id, kind, topic) where read_at is null;

-- Ids without repetition, the newest thousand of them.
create function newest_things(bigint[]) returns bigint[] language sql immutable strict parallel safe
  set search_path = pg_catalog, public as $$
  select coalesce(array_agg(thing order by thing), '{}')
  from (select distinct unnest($1) as thing order by thing desc limit 1000) as newest
$$;

-- News that replace unread ones get a new id, because lists stand by it. A copy on its way follows.
alter table push_deliveries
  drop constraint push_deliveries_company_id_notification_id_fkey,
  add constraint push_deliveries_company_id_notification_id_fkey
    foreign key (company_id, notification_id) references notifications on update cascade on delete cascade;

-- Orders that were cancelled are no news; the others of a buyer become one notification.
delete from notifications using orders
where notifications.kind = 'order_created' and notifications.read_at is null and orders.status = 'cancelled'
  and orders.company_id = notifications.company_id and orders.id = (notifications.params ->> 'id')::bigint;

with counted as (
  select company_id, user_id, actor_id, max(id) as newest,
    newest_things(array_agg((params ->> 'id')::bigint)) as things
  from notifications
  where kind = 'order_created' and read_at is null and actor_id is not null
  group by company_id, user_id, actor_id
)
update notifications set topic = 'user:' || counted.actor_id, things = counted.things,
  params = params || jsonb_build_object('count', cardinality(counted.things))
from counted where notifications.company_id = counted.company_id and notifications.id = counted.newest;

delete from notifications
where kind = 'order_created' and read_at is null and actor_id is not null and topic is null;

-- The newest of other kinds gets its topic, so that what follows replaces it.
with topics as (
  select distinct on (company_id, user_id, kind, topic) company_id, id, kind, topic, params from (
    select company_id, id, user_id, kind, params,
      case
        when kind in ('shift_closed', 'shift_proposed', 'shift_changed') then 'shift:' || (params ->> 'id')
        when kind = 'push_fault' then 'host:' || (params ->> 'host')
        else url
      end as topic
    from notifications
    where read_at is null and url <> '/tasks' and kind in (
      'task_assigned', 'task_returned', 'task_review', 'order_status', 'wish_in_stock', 'instruction_to_read',
      'shift_closed', 'shift_proposed', 'shift_changed', 'workday_end',
      'ledger_fault', 'stats_fault', 'moy_sklad_fault', 'push_fault'
    )
  ) as named
  order by company_id, user_id, kind, topic, id desc
)
update notifications set topic = topics.topic,
  things = case topics.kind when 'task_assigned' then array[(topics.params ->> 'id')::bigint] else '{}' end
from topics where notifications.company_id = topics.company_id and notifications.id = topics.id;

-- Each change of a shift reads all shifts of its person and day, so there are at most 50. Days that have more keep them.
create function refuse_crowded_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.user_id = old.user_id and (
    new.day = old.day
    -- Nothing keeps a person from clocking out.
    or (old.ended_at is null and new.started_at = old.started_at)
  ) then return new; end if;
  -- Shifts that come to the day at the same time are counted one after another.
  perform from users where company_id = new.company_id and id = new.user_id for no key update;
  if (select count(*) from shifts where company_id = new.company_id and user_id = new.user_id and day = new.day) >= 50
  then
    raise exception 'The day has as many shifts as one may have' using errcode = 'AR002';
  end if;
  return new;
end $$;
create trigger shifts_crowded before insert or update on shifts for each row execute function refuse_crowded_day();
