import type { StatRow } from '@artel/contract/stats/stats'
import type { RowMetric, RowSource } from '@artel/contract/stats/stats.metrics'
import { type RawBuilder, sql } from 'kysely'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { sumOf } from '../../database/queries/sums.ts'
import { type Reach, reaching } from './stats.sums.queries.ts'

/** A range of days, cut at an instant of the last day. */
export type RowDays = { first: string; last: string; cut_at: string | null; timezone: number }

type Source = {
  view: string
  source: RowSource
  /** The day of a fact is the day of its instant, so facts are found by the instant. */
  byInstant: boolean
  value: RawBuilder<unknown>
  isMeant: RawBuilder<unknown>
}

const none = sql`null::int8`

const from = (view: string, source: RowSource, column: string, byInstant: boolean): Source => ({
  view: `stat_${view}_facts`,
  source,
  byInstant,
  value: sql.ref(column),
  isMeant: sql`${sql.ref(column)} <> 0`,
})

/** The facts behind each metric. */
const sources: Record<Exclude<RowMetric, 'boxes' | 'supplies'>, Source> = {
  tasks_done: from('task', 'task', 'tasks_done', true),
  units: from('task', 'task', 'units', true),
  norm_percent: {
    ...from('task', 'task', 'norm_seconds', true),
    value: sql`round(100 * norm_seconds::numeric / nullif(spent_seconds, 0))::int8`,
    isMeant: sql`(norm_seconds <> 0 or spent_seconds <> 0)`,
  },
  task_seconds: from('time', 'time', 'task_seconds', true),
  worked_seconds: from('shift', 'shift', 'worked_seconds', false),
  late_days: from('shift', 'shift', 'late_days', false),
  on_shift_seconds: from('presence', 'shift', 'on_shift_seconds', false),
  money: from('money', 'entry', 'money', true),
  coins: from('coin', 'entry', 'coins', false),
  returns: from('return', 'return', 'returns', true),
  orders: from('order', 'order', 'orders', true),
}

type Fact = {
  fact_id: number
  user_id: number
  task_id: number | null
  day: string
  hour: number
  at: string
  value: number | null
  norm_seconds: number | null
  spent_seconds: number | null
}

function within(metric: RowMetric, byInstant: boolean, { first, last, cut_at, timezone }: RowDays) {
  const days = sql`day between ${first}::date and ${last}::date`
  const until = cut_at === null ? sql`` : sql`and (day < ${last}::date or known_at <= ${cut_at}::timestamptz)`
  if (byInstant) {
    return sql`known_at >= ${dayStart(first, timezone)}::timestamptz
      and known_at < ${dayEnd(last, timezone)}::timestamptz ${until}`
  }
  // Time on a day may come from a shift of a nearby day, and shifts are found by their own day.
  const near = sql`and shift_day between ${first}::date - 7 and ${last}::date + 1`
  return sql`${days} ${metric === 'on_shift_seconds' ? near : sql``} ${until}`
}

/** The facts behind a number. */
export function factsOf(
  db: Db,
  metric: Exclude<RowMetric, 'boxes' | 'supplies'>,
  reach: Reach,
  days: RowDays,
): RawBuilder<Fact> {
  const { view, byInstant, value, isMeant } = sources[metric]
  const percent = metric === 'norm_percent'
  return sql<Fact>`
    select company_id, source_id as fact_id, user_id, task_id, day, hour::int8 as hour, known_at as at, ${value} as value,
      ${percent ? sql`norm_seconds` : none} as norm_seconds, ${percent ? sql`spent_seconds` : none} as spent_seconds
    from ${sql.table(view)}
    where company_id = ${db.companyId} and ${within(metric, byInstant, days)} and ${isMeant} ${reaching(db, reach)}`
}

const person = sql`jsonb_build_object('id', users.id, 'full_name', users.full_name, 'avatar', users.avatar)`

// The link, title and kind of a row. A coin fact is an event, and the event names its ledger entry.
function details(metric: RowMetric) {
  const plain = {
    joins: sql``,
    id: sql`fact_id`,
    title: sql`task.title`,
    ledger: sql`null::text`,
    kind: sql`null::text`,
  }
  if (metric === 'money' || metric === 'coins') {
    const joins =
      metric === 'money'
        ? sql`join ledger_entries as entry on entry.company_id = fact.company_id and entry.ledger = 'money'
            and entry.id = fact_id`
        : sql`join achievement_events as event on event.company_id = fact.company_id and event.id = fact_id
          join ledger_entries as entry on entry.company_id = fact.company_id and entry.ledger = 'coins'
            and entry.id = event.source_id`
    const kind = sql`case when sign(entry.amount) <> sign(fact.value) then 'reversal' else entry.kind end`
    return {
      joins,
      id: sql`entry.id`,
      title: sql`coalesce(entry.comment, task.title)`,
      ledger: sql`entry.ledger`,
      kind,
    }
  }
  if (metric === 'returns') return { ...plain, id: sql`fact.task_id` }
  if (metric === 'orders') {
    const joins = sql`join orders on orders.company_id = fact.company_id and orders.id = fact_id`
    return { ...plain, joins, title: sql`orders.name` }
  }
  return plain
}

/** Facts as rows of the list. */
export function describeFacts(metric: Exclude<RowMetric, 'boxes' | 'supplies'>, facts: RawBuilder<unknown>) {
  const { joins, id, title, ledger, kind } = details(metric)
  return sql<StatRow & { fact_id: number }>`
    select ${sources[metric].source}::text as source, ${id} as id, ${person} as user, ${title} as title,
      ${ledger} as ledger, ${kind} as kind, fact.task_id, ${none} as supply_id, fact.day, fact.hour, fact.at, fact.value,
      fact.norm_seconds,
      fact.spent_seconds, fact_id
    from (${facts}) as fact
    join users on users.company_id = fact.company_id and users.id = fact.user_id
    left join tasks as task on task.company_id = fact.company_id and task.id = fact.task_id
    ${joins}`
}

type BoxReach = Pick<Reach, 'user_id' | 'warehouse_id'>

/** Boxes that were sealed in these days, without those of deleted supplies. */
export const sealedBoxes = (
  db: Db,
  { user_id, warehouse_id }: BoxReach,
  { first, last, cut_at, timezone }: RowDays,
) => sql`
  select box.company_id, box.id, box.supply_id, box.number, box.sealed_by, box.sealed_at
  from supply_boxes as box
  join supplies on supplies.company_id = box.company_id and supplies.id = box.supply_id
  where box.company_id = ${db.companyId} and supplies.deleted_at is null and box.deleted_at is null
    and box.sealed_at >= ${dayStart(first, timezone)}::timestamptz
    and box.sealed_at < ${dayEnd(last, timezone)}::timestamptz
    ${cut_at === null ? sql`` : sql`and box.sealed_at <= ${cut_at}::timestamptz`}
    ${user_id === undefined ? sql`` : sql`and box.sealed_by = ${user_id}`}
    ${warehouse_id === undefined ? sql`` : sql`and supplies.warehouse_id = ${warehouse_id}`}`

/** Boxes, or their supplies, as rows of the list. */
export function describeBoxes(metric: 'boxes' | 'supplies', boxes: RawBuilder<unknown>, timezone: number) {
  const local = (at: RawBuilder<unknown>) => sql`company_time(${at}, ${timezone}::numeric)`
  const when = (at: RawBuilder<unknown>) => sql`${local(at)}::date as day,
    extract(hour from ${local(at)})::int8 as hour, ${at} as at, 1::int8 as value, ${none} as norm_seconds,
    ${none} as spent_seconds`
  const words = sql`null::text as ledger, null::text as kind, ${none} as task_id`
  if (metric === 'boxes') {
    return sql<StatRow & { fact_id: number }>`
      select 'box'::text as source, box.id, ${person} as user, supplies.number || ' · ' || box.number as title, ${words},
        box.supply_id, ${when(sql`box.sealed_at`)}, box.id as fact_id
      from (${boxes}) as box
      join supplies on supplies.company_id = box.company_id and supplies.id = box.supply_id
      join users on users.company_id = box.company_id and users.id = box.sealed_by`
  }
  return sql<StatRow & { fact_id: number }>`
    select 'supply'::text as source, supplies.id, null::jsonb as user, supplies.number as title, ${words},
      supplies.id as supply_id, ${when(sql`box.sealed_at`)}, supplies.id as fact_id
    from (
      select company_id, supply_id, max(sealed_at) as sealed_at from (${boxes}) as sealed group by company_id, supply_id
    ) as box
    join supplies on supplies.company_id = box.company_id and supplies.id = box.supply_id`
}

type Counted = { boxes: number; supplies: number }

export async function countBoxes(db: Db, reach: BoxReach, days: RowDays): Promise<Counted> {
  const [counted] = await db.query(sql<Counted>`
    select count(*) as boxes, count(distinct supply_id) as supplies from (${sealedBoxes(db, reach, days)}) as box`)
  return counted! // an aggregate has one row
}

/** People with their values, as rows of the list. */
export const describePeople = (db: Db, values: RawBuilder<unknown>) => sql<StatRow & { fact_id: number }>`
  select 'person'::text as source, users.id, ${person} as user, null::text as title, null::text as ledger,
    null::text as kind, ${none} as task_id, ${none} as supply_id, null::date as day, ${none} as hour,
    null::timestamptz as at, value, nullif(norm_seconds, 0) as norm_seconds, nullif(spent_seconds, 0) as spent_seconds,
    users.id as fact_id
  from (${values}) as each
  join users on users.company_id = ${db.companyId} and users.id = each.id`

type Total = { count: number; value: number; norm: number; spent: number; median: number | null }

/** Counts the rows, up to one more than `most`, and sums them. A null `most` means all rows. */
export async function totalOf(db: Db, rows: RawBuilder<unknown>, most: number | null): Promise<Total> {
  const [total] = await db.query(sql<Total>`
    select count(*) as count, ${sumOf('value')} as value, ${sumOf('norm_seconds')} as norm,
      ${sumOf('spent_seconds')} as spent, percentile_disc(0.5) within group (order by value) as median
    from (select value, norm_seconds, spent_seconds from (${rows}) as rows
      ${most === null ? sql`` : sql`limit ${sql.lit(most + 1)}`}) as counted`)
  return total! // an aggregate has one row
}
