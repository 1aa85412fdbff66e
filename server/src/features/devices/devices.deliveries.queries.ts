import type { deviceFailures } from '@artel/contract/notifications/devices'
import { sql } from 'kysely'
import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { inBatches } from '../../database/upkeep.ts'

// The queue of copies, over all companies, because one send run works through the whole queue.

/** A copy that this process has claimed, with the data needed to send it. */
export type TakenCopy = {
  company_id: number
  id: number
  device_id: number
  user_id: number
  notification_id: number | null
  /** The push that an admin wrote; null for an automatic push. */
  push_id: number | null
  endpoint: string
  p256dh: string
  auth: string
  tag: string
  title: string
  body: string
  url: string
  is_urgent: boolean
  tries: number
  expires_at: string
  unread: number
}

/**
 * Finds origins with due copies: for each company the one that waits longest, then for each the next one, and
 * so on. A known domain has an unlimited number of subdomains, so one company can invent thousands of origins.
 */
export async function dueOrigins(root: Root, most: number): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`
    select origin from (
      select origin, min(due_at) as due_at,
        row_number() over (partition by company_id order by min(due_at)) as turn
      from push_deliveries where due_at <= ${nowIso()}::timestamptz group by company_id, origin
    ) as due
    group by origin order by min(turn), min(due_at) limit ${most}`.execute(root)
  return rows.map(({ origin }) => origin)
}

/** Returns the time at which the next copy is due, or null for an empty queue. */
export async function nextDue(root: Root): Promise<string | null> {
  const { rows } = await sql<{ due_at: string | null }>`
    select min(due_at) as due_at from push_deliveries`.execute(root)
  return rows[0]?.due_at ?? null
}

/** Joins the device of a copy with its person and company, if they are active. */
const recipientOf = (copy: 'taken' | 'copy') => sql`
  join push_devices as device on device.company_id = ${sql.ref(copy)}.company_id and device.id = ${sql.ref(copy)}.device_id
  join users on users.company_id = device.company_id and users.id = device.user_id and users.status = 'active'
  join companies on companies.id = device.company_id and companies.is_active`

/**
 * Claims due copies of an origin for `leaseMs`. If this process dies, another process claims them after that
 * time. Each company with due copies gets an equal share of `most`, so that thousands of copies of one
 * company do not delay the others. `dropStale` has deleted copies whose notification was read.
 */
export async function claimDeliveries(
  root: Root,
  origin: string,
  most: number,
  leaseMs: number,
): Promise<TakenCopy[]> {
  const at = now().getTime()
  const isDue = sql`origin = ${origin} and due_at <= ${new Date(at).toISOString()}::timestamptz`
  const { rows } = await sql<TakenCopy>`
    with recursive waiting (company_id) as (
      (select company_id from push_deliveries where ${isDue} order by company_id limit 1)
      union all
      select next.company_id from waiting as last, lateral (
        select company_id from push_deliveries where ${isDue} and company_id > last.company_id
        order by company_id limit 1
      ) as next
    ), due as (
      select copy.company_id, copy.id from waiting, lateral (
        select company_id, id, due_at from push_deliveries
        where ${isDue} and company_id = waiting.company_id
        order by due_at, id limit greatest(1, ${most}::int4 / (select count(*) from waiting))
        for update skip locked
      ) as copy
      order by copy.due_at, copy.id limit ${most}
    ), taken as (
      update push_deliveries as copy set tries = tries + 1, due_at = ${new Date(at + leaseMs).toISOString()}
      from due where copy.company_id = due.company_id and copy.id = due.id
      returning copy.*
    )
    select taken.company_id, taken.id, taken.device_id, device.user_id, taken.notification_id, told.push_id,
      device.endpoint, device.p256dh, device.auth, taken.tag, taken.title, taken.body, taken.url, taken.is_urgent,
      taken.tries, taken.expires_at,
      (select count(*) from notifications as unread where unread.company_id = taken.company_id
        and unread.user_id = device.user_id and unread.read_at is null) as unread
    from taken
    ${recipientOf('taken')}
    left join notifications as told on told.company_id = taken.company_id and told.id = taken.notification_id
    order by taken.id`.execute(root)
  return rows
}

/** Whether a claimed copy may still be sent. A copy is deleted with its device. */
export async function isStillMeant(root: Root, { company_id, id }: TakenCopy): Promise<boolean> {
  const { rows } = await sql`
    select from push_deliveries as copy ${recipientOf('copy')}
    where copy.company_id = ${company_id} and copy.id = ${id}`.execute(root)
  return rows.length > 0
}

/** Postpones all due copies of an origin. This does not count as an attempt. */
export async function postpone(root: Root, origin: string, until: string): Promise<void> {
  const at = nowIso()
  await inBatches(async (most) => {
    const { numAffectedRows } = await sql`
      update push_deliveries set due_at = ${until} where ctid = any(array(
        select ctid from push_deliveries where origin = ${origin} and due_at <= ${at}::timestamptz
        limit ${most} for update skip locked))`.execute(root)
    return Number(numAffectedRows ?? 0)
  })
}

/** The result of sending a copy. */
export type Outcome = { company_id: number; id: number; device_id: number } & (
  | { of: 'delivered' }
  /** The subscription no longer exists, so the device and all its copies are deleted. */
  | { of: 'gone' }
  | { of: 'failed'; failure: (typeof deviceFailures)[number] }
  /** Sent again at `due_at`; `counts`: this attempt counts. */
  | { of: 'later'; due_at: string; counts: boolean }
)

/** Saves the results of sending copies. */
export async function saveDeliveryResults(root: Root, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const at = nowIso()
  const of = (kind: Outcome['of']) => JSON.stringify(outcomes.filter((outcome) => outcome.of === kind))
  const rows = (kind: Outcome['of']) => sql`jsonb_to_recordset(${of(kind)}::jsonb)
    as ended (company_id bigint, id bigint, device_id bigint, failure text, due_at timestamptz, counts boolean)`
  const has = (kind: Outcome['of']) => outcomes.some((outcome) => outcome.of === kind)
  if (has('delivered')) {
    await sql`update push_devices as device set delivered_at = ${at}, failed_at = null, failure = null
      from (select distinct company_id, device_id from ${rows('delivered')}) as ended
      where device.company_id = ended.company_id and device.id = ended.device_id`.execute(root)
  }
  if (has('failed')) {
    await sql`update push_devices as device set failed_at = ${at}, failure = ended.failure
      from (select distinct on (company_id, device_id) company_id, device_id, failure from ${rows('failed')}
        order by company_id, device_id) as ended
      where device.company_id = ended.company_id and device.id = ended.device_id`.execute(root)
  }
  if (has('gone')) {
    await sql`delete from push_devices as device using ${rows('gone')}
      where device.company_id = ended.company_id and device.id = ended.device_id`.execute(root)
  }
  for (const kind of ['delivered', 'failed'] as const) {
    if (!has(kind)) continue
    await sql`delete from push_deliveries as copy using ${rows(kind)}
      where copy.company_id = ended.company_id and copy.id = ended.id`.execute(root)
  }
  if (has('later')) {
    await sql`update push_deliveries as copy
      set due_at = ended.due_at, tries = copy.tries - case when counts then 0 else 1 end
      from ${rows('later')}
      where copy.company_id = ended.company_id and copy.id = ended.id`.execute(root)
  }
}

type Dropped = { company_id: number; notification_id: number | null; device_id: number }

/**
 * Deletes copies that expired or whose notification was read, in batches.
 * @param onDropped gets each batch
 */
export async function dropStale(
  root: Root,
  onDropped: (dropped: readonly Dropped[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const at = nowIso()
  const isOver = sql`copy.expires_at <= ${at}::timestamptz`
  const isRead = sql`copy.due_at <= ${at}::timestamptz and exists (
    select from notifications as told where told.company_id = copy.company_id
      and told.id = copy.notification_id and told.read_at is not null)`
  for (const isStale of [isOver, isRead])
    await inBatches(async (most) => {
      const { rows } = await sql<Dropped>`
        delete from push_deliveries where ctid = any(array(
          select ctid from push_deliveries as copy where ${isStale} limit ${most} for update of copy skip locked
        )) returning company_id, notification_id, device_id`.execute(root)
      await onDropped(rows)
      return rows.length
    }, signal)
}
