import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { PushAudience, PushCounts, pushes } from '@artel/contract/pushes/pushes'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWords } from '../../database/queries/search.ts'
import { isAt, leagueOfMonth, onShiftSince } from '../users/users.ts'

export type PushFilters = BodyOf<typeof pushes.list>
export type PushQuery = QueryOf<typeof pushes.list>

const counts = sql<PushCounts>`jsonb_build_object('targets', pushes.targets, 'delivered', pushes.delivered,
  'failed', pushes.failed, 'opened', pushes.opened)`

const pushRows = (db: Db) =>
  db
    .from('pushes')
    .select(['pushes.id', 'pushes.title', 'pushes.body', 'pushes.url', 'pushes.audience', 'pushes.send_at'])
    .select(['pushes.status', 'pushes.sent_at', 'pushes.created_at', 'pushes.version'])
    .select(counts.as('counts'))
    .select(personOf('pushes.created_by').$notNull().as('created_by'))

export const findPushRow = (db: Db, id: number) => pushRows(db).where('pushes.id', '=', id).executeTakeFirst()

/** Locks the row until the transaction ends. */
export const lockPushRow = (db: Db, id: number) =>
  db
    .from('pushes')
    .select(['id', 'title', 'body', 'url', 'audience', 'send_at', 'status', 'created_by'])
    .select(['version', 'field_versions'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type LockedPush = NonNullable<Awaited<ReturnType<typeof lockPushRow>>>

export const insertPush = async (db: Db, draft: Draft<'pushes'>): Promise<number> =>
  (await db.insert('pushes', draft).returning('id').executeTakeFirstOrThrow()).id

export async function updatePushRow(db: Db, id: number, fields: Change<'pushes'>): Promise<void> {
  await db.update('pushes', fields).where('id', '=', id).execute()
}

export async function deletePushRow(db: Db, id: number): Promise<void> {
  await db.remove('pushes').where('id', '=', id).execute()
}

/** Condition for the people in an audience now. They must meet each condition of the audience. */
function meant({ types, user_ids, leagues, warehouse_ids, is_on_shift }: PushAudience): RawBuilder<boolean> {
  const conditions = [
    sql`users.status = 'active'`,
    ...(types ? [sql`users.type = any(${types}::text[])`] : []),
    ...(user_ids ? [sql`users.id = any(${user_ids}::int8[])`] : []),
    ...(leagues ? [sql`${leagueOfMonth()} = any(${leagues}::text[])`] : []),
    ...(warehouse_ids ? [isAt(warehouse_ids)] : []),
    ...(is_on_shift === undefined ? [] : [sql`(${onShiftSince} is not null) = ${is_on_shift}`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const wantsCopies = sql`coalesce((users.settings #>> '{pushes,push}')::boolean, true)`

/** Counts the people in an audience, and those of them who would get a copy on a device. */
export async function countMeant(db: Db, audience: PushAudience) {
  const [row] = await db.query(sql<{ people: number; with_devices: number }>`
    select count(*) as people, count(*) filter (where ${wantsCopies} and exists (
      select from push_devices as device
      where device.company_id = users.company_id and device.user_id = users.id
    )) as with_devices
    from users where users.company_id = ${db.companyId} and ${meant(audience)}`)
  return row! // an aggregate has one row
}

/** Returns the ids of the active people among these. */
export async function findActive(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .from('users')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the ids of those of these warehouses that exist. */
export async function findWarehouses(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.from('warehouses').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

type Written = Pick<LockedPush, 'id' | 'title' | 'body' | 'url' | 'audience' | 'created_by'>

/** Adds a notification for each person in the audience. @returns the new ones with their recipients */
export const insertIntoBells = (db: Db, { id, title, body, url, audience, created_by }: Written) =>
  db.query(sql<{ id: number; user_id: number }>`
    insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at, push_id)
    select users.company_id, users.id, nullif(${created_by}::bigint, users.id), 'push',
      ${JSON.stringify({ id, title, text: body })}::jsonb, ${url ?? '/'}, ${nowIso()}, ${id}
    from users where users.company_id = ${db.companyId} and ${meant(audience)}
    order by users.id
    on conflict do nothing
    returning id, user_id`)

/** Finds the devices of the recipients of a push who want copies. */
export const findDevicesOf = (db: Db, pushId: number) =>
  db.query(sql<{ notification_id: number; device_id: number }>`
    select told.id as notification_id, device.id as device_id
    from notifications as told
    join users on users.company_id = told.company_id and users.id = told.user_id
    join push_devices as device on device.company_id = told.company_id and device.user_id = told.user_id
    where told.company_id = ${db.companyId} and told.push_id = ${pushId} and ${wantsCopies}
    order by device.id`)

/** Marks the notifications of a push for which a copy to a device is queued. */
export async function markWithCopies(db: Db, pushId: number): Promise<void> {
  await db.query(sql`
    update notifications set has_devices = true
    where company_id = ${db.companyId} and push_id = ${pushId} and exists (
      select from push_deliveries as copy
      where copy.company_id = notifications.company_id and copy.notification_id = notifications.id
    )`)
}

type Progress = { delivered: number; failed: number; waiting: number }

/**
 * Counts the recipients of a push: delivered to a device, unread and failed on all devices, still waiting.
 */
export async function countProgress(db: Db, pushId: number): Promise<Progress> {
  const [row] = await db.query(sql<Progress>`
    select count(*) filter (where delivered_at is not null) as delivered,
      count(*) filter (where has_devices and delivered_at is null and read_at is null and not waits) as failed,
      count(*) filter (where waits) as waiting
    from notifications cross join lateral (
      select exists (
        select from push_deliveries as copy
        where copy.company_id = notifications.company_id and copy.notification_id = notifications.id
      ) as waits
    ) as queued
    where company_id = ${db.companyId} and push_id = ${pushId}`)
  return row! // an aggregate has one row
}

type OfCompany = { company_id: number; id: number }

/**
 * Finds pushes to start and pushes that are being sent, over all companies. The oldest of each company come
 * first, so that many pushes of one company do not displace those of others.
 */
export async function findUnderWay(root: Root): Promise<(OfCompany & { status: string })[]> {
  const { rows } = await sql<OfCompany & { status: string }>`
    select company_id, id, status from pushes
    where status = 'scheduled' and send_at <= ${nowIso()} or status = 'sending'
    order by row_number() over (partition by company_id order by send_at, id), send_at
    limit 1000`.execute(root)
  return rows
}

/** Finds the pushes of these notifications. */
export async function findPushesOf(
  root: Root,
  told: readonly { company_id: number; notification_id: number | null }[],
): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select distinct told.company_id, push_id as id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as given (company_id bigint, notification_id bigint)
    join notifications as told on told.company_id = given.company_id and told.id = given.notification_id
    where push_id is not null`.execute(root)
  return rows
}

function filterRows(db: Db, actor: Actor, filters: PushFilters) {
  return applyFilters(pushRows(db), filters, {
    ids: (all, value) => all.where('pushes.id', 'in', value),
    status: (all, value) => all.where('pushes.status', 'in', [value].flat()),
    date_from: (all, value) => all.where('pushes.send_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('pushes.send_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) => all.where(containsWords(sql`pushes.title || ' ' || pushes.body`, value)),
  })
}

// Sorts statuses in the order in which a push passes through them.
const statusRank = sql`array_position('{scheduled,sending,sent,failed}', pushes.status)`

const orderOf = ({ sort_by }: PushQuery): Order => ({
  id: sql.ref('pushes.id'),
  by: sort_by === 'id' ? null : sort_by === 'status' ? statusRank : sql.ref(`pushes.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: PushFilters, query: PushQuery]

export const listPushRows = (...[db, actor, filters, query]: Asked) =>
  findPage(db, filterRows(db, actor, filters), orderOf(query), query)

/** Selects all pushes of the list, without paging. */
export const allPushRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)
