import { exactSum } from '../database/queries/sums.ts'
import { faultyAccounts } from '../features/ledger/ledger.ts'
import { faultySums } from '../features/stats/stats.ts'

/** A query that finds the rows which violate a rule, as `company_id, id`. */
export type Check = { name: string; sql: string }

/**
 * The checks of `verify` beyond the constraints. A feature with a rule over several rows adds its check here.
 */
export const checks: readonly Check[] = [
  {
    name: 'the balance of a person is the sum of their entries, and each entry follows from the one before',
    sql: `select company_id, id from (${faultyAccounts()}) as faulty`,
  },
  {
    name: 'the figures of a person are the sums of the rows behind them',
    sql: faultySums,
  },
  {
    name: 'pages find the texts that were published last',
    sql: `select distinct on (company_id) company_id, id from (
        select made.company_id, made.id from localization_publications as made
        cross join lateral (values (made.en_hash), (made.ru_hash)) as each (hash)
        where made.number = (
            select max(number) from localization_publications as last where last.company_id = made.company_id
          )
          and not exists (
            select from localization_files as file
            where file.company_id = made.company_id and file.hash = each.hash
          )
      ) as lost`,
  },
  {
    name: 'what the media of a company take is the sum of their files',
    sql: `select company_id, company_id as id from media_usage
      full join (
        select company_id, ${exactSum('media_bytes(size, variants)')} as sum from multimedia group by company_id
      ) as stored using (company_id)
      where coalesce(bytes, 0) <> coalesce(sum, 0)`,
  },
  {
    name: 'what the media of a person take is the sum of their files',
    sql: `select company_id, user_id as id from person_media_usage
      full join (
        select company_id, created_by as user_id, ${exactSum('media_bytes(size, variants)')} as sum
        from multimedia group by company_id, created_by
      ) as stored using (company_id, user_id)
      where coalesce(bytes, 0) <> coalesce(sum, 0)`,
  },
  {
    name: 'a reversal mirrors its entry',
    sql: `select entry.company_id, entry.id from ledger_entries as entry
      left join ledger_entries as reversed on reversed.company_id = entry.company_id
        and reversed.ledger = entry.ledger and reversed.id = entry.reverses_id
      where entry.kind = 'reversal' and (reversed.amount is distinct from -entry.amount
        or reversed.user_id is distinct from entry.user_id or reversed.kind = 'reversal')`,
  },
  {
    name: 'an entry that gives is approved by another person than its receiver, or by an owner',
    sql: `select company_id, id from ledger_entries
      where approved_by = user_id and approver_type <> 'owner' and amount > 0`,
  },
  {
    name: 'a reward has brought what it says, unless it was taken back by hand',
    sql: `select company_id, id from rewards
      cross join (values ('money'), ('coins')) as each (ledger)
      cross join lateral (
        select ${exactSum('amount')} as brought, count(*) filter (where kind = 'reversal') as reversals
        from ledger_entries as entry
        where entry.company_id = rewards.company_id and entry.ledger = each.ledger
          and entry.source_type = 'reward' and entry.source_id = rewards.id
      ) as posted
      where brought <> case when deleted_at is not null then 0 when ledger = 'money' then money else coins end
        and (deleted_at is not null or reversals = 0)`,
  },
  {
    name: 'a done task has brought its share for the pieces done, or was taken back by hand; any other brought nothing',
    sql: `select company_id, id from (
        select company_id, id, ledger, user_id is not null and status = 'done' and deleted_at is null as is_paid,
          div((case ledger when 'money' then money else coins end)::numeric * quantity_done, quantity) as share
        from tasks cross join (values ('money'), ('coins')) as each (ledger)
      ) as due
      full join (
        select company_id, source_id as id, ledger, ${exactSum('amount')} as brought,
          count(*) filter (where kind = 'reversal') as reversals
        from ledger_entries where source_type = 'task' group by company_id, source_id, ledger
      ) as posted using (company_id, id, ledger)
      where coalesce(brought, 0) <> case when is_paid then share else 0 end
        and not (brought = 0 and reversals > 0)`,
  },
  {
    name: 'a task knows how many pieces its scans have counted',
    sql: `select company_id, id from tasks
      full join (
        select company_id, task_id as id, ${exactSum('least(task_quantity, quantity - missing)', 'taken_back_at is null')} as pieces
        from supply_scans where task_id is not null group by company_id, task_id
      ) as counted using (company_id, id)
      where coalesce(scanned, 0) <> coalesce(pieces, 0)`,
  },
  {
    name: 'an order has taken its coins, or has given them back, unless one of its entries was taken back by hand',
    sql: `select company_id, id from orders
      cross join lateral (
        select ${exactSum('amount')} as brought, count(*) filter (where kind = 'reversal') as reversals
        from ledger_entries as entry
        where entry.company_id = orders.company_id and entry.source_type = 'order' and entry.source_id = orders.id
      ) as posted
      where brought <> case when status = 'cancelled' then 0 else -total end and reversals = 0`,
  },
  {
    name: 'what was entered for an order is of an order that exists, and of whoever has bought',
    sql: `select entry.company_id, entry.id from ledger_entries as entry
      left join orders on orders.company_id = entry.company_id and orders.id = entry.source_id
      where entry.source_type = 'order' and (orders.user_id is distinct from entry.user_id or ledger <> 'coins')`,
  },
  {
    name: 'of an item as many pieces are taken as stand in its orders',
    sql: `select company_id, id from shop_items
      left join (
        select company_id, item_id as id, ${exactSum('quantity')} as pieces from orders where status <> 'cancelled'
        group by company_id, item_id
      ) as ordered using (company_id, id)
      where taken <> coalesce(pieces, 0)`,
  },
  {
    name: 'what counts against a monthly limit is what a person has ordered',
    sql: `select company_id, item_id as id from shop_months
      full join (
        select company_id, item_id, user_id, month, ${exactSum('quantity', "status <> 'cancelled'")} as pieces
        from orders group by company_id, item_id, user_id, month
      ) as ordered using (company_id, item_id, user_id, month)
      where bought is distinct from coalesce(pieces, 0)`,
  },
  {
    name: 'an order stands where its history has left it',
    sql: `select company_id, id from orders
      left join lateral (
        select to_status from order_events as event
        where event.company_id = orders.company_id and event.order_id = orders.id order by event.id desc limit 1
      ) as last on true
      where to_status is distinct from status`,
  },
  {
    name: 'the points of a person on a day are the sum of their events',
    sql: `select company_id, user_id as id from points_days
      full join (
        select company_id, user_id, day, ${exactSum('change * points')} as sum from achievement_events where kind = 'points'
        group by company_id, user_id, day
      ) as logged using (company_id, user_id, day)
      where points is distinct from sum`,
  },
  {
    name: 'a task stands in the log of achievements once where it is done in full',
    sql: `select company_id, id from (
        select company_id, id from tasks
        where status = 'done' and deleted_at is null and user_id is not null and quantity_done = quantity
      ) as done
      full join (
        select company_id, source_id as id, ${exactSum('change')} as times from achievement_events where kind = 'task'
        group by company_id, source_id having ${exactSum('change')} <> 0
      ) as logged using (company_id, id)
      where done.id is null or times is distinct from 1`,
  },
  {
    name: 'the log of achievements has the time of every shift that is over and in no doubt',
    sql: `select company_id, id from (
        select company_id, id, worked_seconds from shifts where ended_at is not null and confirmed
      ) as over
      full join (
        select company_id, source_id as id, ${exactSum('change')} as times, ${exactSum('change * seconds')} as seconds
        from achievement_events where kind = 'shift' group by company_id, source_id having ${exactSum('change')} <> 0
      ) as logged using (company_id, id)
      where times is distinct from 1 or seconds is distinct from worked_seconds`,
  },
  {
    name: 'an achievement has brought what it says, or was taken back',
    sql: `select company_id, id from achievements
      cross join lateral (
        select ${exactSum('amount')} as brought, count(*) filter (where kind = 'reversal') as reversals
        from ledger_entries as entry
        where entry.company_id = achievements.company_id and entry.source_type = 'achievement'
          and entry.source_id = achievements.id
      ) as posted
      where brought <> case when revoked_at is null then coins else 0 end
        and (revoked_at is not null or reversals = 0)`,
  },
  {
    name: 'the spent time of a task is the sum of its closed segments, without the company’s pauses',
    sql: `select company_id, id from tasks
      left join (
        select company_id, task_id as id, ${exactSum('seconds - break_seconds')} as seconds from task_times group by company_id, task_id
      ) sums using (company_id, id)
      where spent_seconds <> coalesce(sums.seconds, 0)`,
  },
  {
    name: 'the spent time of a task is the whole seconds of all its segments together',
    sql: `select company_id, id from tasks
      join (
        select company_id, task_id as id, ${exactSum('coalesce(worked_ms, (seconds - break_seconds) * 1000)')} as ms
        from task_times group by company_id, task_id
      ) sums using (company_id, id)
      where spent_seconds <> div(coalesce(ms, 0), 1000)`,
  },
  {
    name: 'a running task has one open segment, any other none',
    sql: `select t.company_id, t.id from tasks t
      left join task_times open on open.company_id = t.company_id and open.task_id = t.id and open.ended_at is null
      group by t.company_id, t.id
      having count(open.id) <> case t.status when 'in_progress' then 1 else 0 end`,
  },
  {
    name: 'the open segment of a task is its assignee’s',
    sql: `select t.company_id, t.id from tasks t
      join task_times open on open.company_id = t.company_id and open.task_id = t.id and open.ended_at is null
      where open.user_id is distinct from t.user_id`,
  },
  {
    name: 'only the shift that begins a day is late',
    // The day's first shift of a minute or more, or else its first shift: see `countDay`.
    sql: `with judged as (
        select company_id, id, late_seconds, row_number() over (
          partition by company_id, user_id, day
          order by coalesce(ended_at - started_at >= interval '1 minute', true) desc, started_at, id
        ) as place
        from shifts
      )
      select company_id, id from judged where late_seconds > 0 and place > 1`,
  },
  {
    name: 'a segment is of a task and a person that exist',
    sql: `select s.company_id, s.id from task_times s
      left join tasks t on t.company_id = s.company_id and t.id = s.task_id
      left join users u on u.company_id = s.company_id and u.id = s.user_id
      where t.id is null or u.id is null`,
  },
]
