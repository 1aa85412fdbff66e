import type { UserType } from '@artel/contract/access'
import type { BodyOf, QueryOf } from '@artel/contract/call'
import type { NotificationParams, notifications } from '@artel/contract/notifications/notifications'
import type { NotificationKind } from '@artel/contract/notifications/notifications.line'
import type { Locale } from '@artel/contract/shapes/primitives'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, likePattern, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { deleteRows, inBatches } from '../../database/upkeep.ts'

export type NotificationFilters = BodyOf<typeof notifications.list>
export type NotificationQuery = QueryOf<typeof notifications.list>

/** A notification for one person. */
export type News = {
  to: number
  kind: NotificationKind
  params: NotificationParams
  url: string
  /** It replaces the unread notification of the same kind and topic. Null replaces nothing. */
  topic: string | null
  /** Ids of what it counts. Those of the replaced notification are added, and the param `count` is set. */
  things?: readonly number[]
}

/** An inserted notification and its recipient. */
export type Told = { id: number; user_id: number } & Pick<News, 'kind' | 'params' | 'url'>

/**
 * Inserts the notifications. No two of them may have the same recipient, kind and topic.
 * @param actorId null: the product itself
 */
export const insertNews = (db: Db, actorId: number | null, news: readonly News[]): Promise<Told[]> =>
  insertFor(
    db,
    actorId,
    sql`jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
      as news ("to" bigint, kind text, params jsonb, url text, topic text, things bigint[])
      on news.to = users.id`,
  )

/** Inserts the same notification for all people of these types, except the actor. */
export const insertNewsOfTypes = (
  db: Db,
  actorId: number | null,
  types: readonly UserType[],
  news: Omit<News, 'to'>,
): Promise<Told[]> =>
  insertFor(
    db,
    actorId,
    sql`jsonb_to_record(${JSON.stringify(news)}::jsonb)
      as news (kind text, params jsonb, url text, topic text, things bigint[])
      on users.type = any(${sql.val([...types])}::text[]) and users.id is distinct from ${actorId}::bigint`,
  )

/**
 * Inserts all in one statement. Skips archived people and people who have turned the kind off. A notification
 * that replaces an unread one gets a new id, because the bell shows the newest id first.
 */
const insertFor = (db: Db, actorId: number | null, news: RawBuilder<unknown>): Promise<Told[]> =>
  db.query(sql<Told>`
    insert into notifications as told
      (company_id, user_id, actor_id, kind, params, url, created_at, topic, things)
    select company_id, id, ${actorId}::bigint, kind, params, url, ${nowIso()}, topic,
      newest_things(coalesce(things, '{}'))
    from users join ${news}
    where company_id = ${db.companyId} and status = 'active'
      and coalesce((settings -> 'notifications' -> kind)::boolean, true)
    order by id
    on conflict (company_id, user_id, kind, topic) where read_at is null do update
      set id = default, actor_id = excluded.actor_id, url = excluded.url, created_at = excluded.created_at,
        has_devices = false, delivered_at = null,
        things = newest_things(told.things || excluded.things),
        params = excluded.params || case when excluded.things = '{}' then '{}' else
          jsonb_build_object('count', cardinality(newest_things(told.things || excluded.things))) end
    returning id, user_id, kind, params, url`)

/** Unread notifications by kind and topic, and the thing that they must no longer count. */
export type Withdrawn = { kind: NotificationKind; topic: string; thing: number }

/** A notification that lost a thing. `newest`: the newest one that it still counts; null: it was deleted. */
export type Left = { id: number; user_id: number; newest: number | null; named: boolean }

/**
 * Removes a thing from all unread notifications that count it. `named`: their text names that thing.
 *
 * `counting` locks the rows, so it reads the things that another withdrawal has left. The conditions of `gone` and
 * `counted` use its count, because they see each row as it was when the statement began.
 */
export const withdrawThing = (db: Db, { kind, topic, thing }: Withdrawn): Promise<Left[]> =>
  db.query(sql<Left>`
    with counting as (
      select id, cardinality(things) as count from notifications
      where company_id = ${db.companyId} and kind = ${kind} and topic = ${topic} and read_at is null
        and ${thing}::bigint = any(things)
      order by user_id for update
    ), gone as (
      delete from notifications using counting
      where company_id = ${db.companyId} and notifications.id = counting.id and counting.count = 1
      returning notifications.id, user_id
    ), counted as (
      update notifications set things = array_remove(things, ${thing}::bigint),
        params = params || jsonb_build_object('count', cardinality(things) - 1)
      from counting
      where company_id = ${db.companyId} and notifications.id = counting.id and counting.count > 1
      returning notifications.id, user_id, things, params
    )
    select id, user_id, null as newest, false as named from gone
    union all
    select id, user_id, (select max(thing) from unnest(things) as thing),
      (params ->> 'id')::bigint = ${thing}::bigint
    from counted`)

/** Deletes the notifications that lead to these addresses, read and unread. @returns them and their people */
export const deleteNewsAt = (db: Db, urls: readonly string[]): Promise<{ id: number; user_id: number }[]> =>
  db.remove('notifications').where('url', 'in', urls).returning(['id', 'user_id']).execute()

/** Makes notifications name another one of their things. */
export async function renameNews(
  db: Db,
  news: readonly { id: number; params: NotificationParams; url: string }[],
): Promise<void> {
  await db.query(sql`
    update notifications set params = notifications.params || named.params, url = named.url
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as named (id bigint, params jsonb, url text)
    where company_id = ${db.companyId} and notifications.id = named.id`)
}

const rowsOf = (db: Db, userId: number) =>
  db
    .from('notifications')
    .where('notifications.user_id', '=', userId)
    .select(['notifications.id', 'notifications.params', 'notifications.url'])
    .select(['notifications.created_at', 'notifications.read_at'])
    // The column takes any name, so that a new kind needs no migration. Only contract kinds are written.
    .select(sql<NotificationKind>`notifications.kind`.as('kind'))
    .select(personOf('notifications.actor_id').as('actor'))

function filterRows(db: Db, actor: Actor, filters: NotificationFilters) {
  return applyFilters(rowsOf(db, actor.userId), filters, {
    ids: (all, value) => all.where('notifications.id', 'in', value),
    kind: (all, value) => all.where('notifications.kind', 'in', [value].flat()),
    date_from: (all, value) => all.where('created_at', '>=', dayStart(value, actor.timezone)),
    date_to: (all, value) => all.where('created_at', '<', dayEnd(value, actor.timezone)),
    search: (all, value) =>
      all.where(sql<boolean>`lower(notifications.params::text) like ${likePattern(value)}`),
  })
}

const orderOf = ({ sort_by }: NotificationQuery): Order => ({
  id: sql.ref('notifications.id'),
  by: sort_by === 'id' ? null : sql.ref(`notifications.${sort_by}`),
})

type Asked = [db: Db, actor: Actor, filters: NotificationFilters, query: NotificationQuery]

export async function listNotificationRows(...[db, actor, filters, query]: Asked) {
  const rows = filterRows(db, actor, filters)
  return findPage(db, rows, orderOf(query), query)
}

/** Selects all notifications of the list, without paging. */
export const allNotificationRows = (...[db, actor, filters, query]: Asked) =>
  sortRows(filterRows(db, actor, filters), orderOf(query), query.direction)

export async function countUnread(db: Db, userId: number): Promise<number> {
  const unread = db
    .from('notifications')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .select((rows) => rows.fn.countAll<number>().as('count'))
  return (await unread.executeTakeFirstOrThrow()).count
}

/** @returns the notifications that were unread before, with their pushes */
export async function markRead(
  db: Db,
  userId: number,
  ids: readonly number[] | null,
): Promise<{ id: number; push_id: number | null }[]> {
  let update = db
    .update('notifications', { read_at: nowIso() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids) update = update.where('id', 'in', ids)
  return update.returning(['id', 'push_id']).execute()
}

/** Counts one more person who has opened these pushes. */
export async function countOpened(db: Db, pushIds: readonly number[]): Promise<void> {
  // A fixed lock order prevents a deadlock between two people who open the same pushes.
  await db.query(sql`
    update pushes set opened = opened + 1 from (
      select id from pushes where company_id = ${db.companyId} and id = any(${[...pushIds]}::int8[])
      order by id for no key update
    ) as held
    where company_id = ${db.companyId} and pushes.id = held.id`)
}

/** A device of a recipient, with the data for its copy. */
export type Reached = {
  notification_id: number
  device_id: number
  user_id: number
  language: Locale
  kind: NotificationKind
  params: NotificationParams
  url: string
  actor: string | null
  /** The company's own texts, in the language of the person. */
  title: string | null
  body: string | null
  /** Whether the person may be disturbed now: they are on shift, or allow copies at any hour. */
  is_awake: boolean
}

/** The devices of the recipients, unless the company or the person has turned copies of the kind off. */
export const findReached = (db: Db, actorId: number | null, told: readonly Told[]): Promise<Reached[]> =>
  db.query(sql<Reached>`
    select told.id as notification_id, device.id as device_id, users.id as user_id, users.language,
      told.kind, told.params, told.url,
      case users.language when 'en' then automatic.title_en else automatic.title_ru end as title,
      case users.language when 'en' then automatic.body_en else automatic.body_ru end as body,
      (select full_name from users as author
        where author.company_id = device.company_id and author.id = ${actorId}::bigint) as actor,
      coalesce((users.settings #>> '{pushes,off_shift}')::boolean, false) or exists (
        select from shifts where shifts.company_id = device.company_id and shifts.user_id = users.id
          and shifts.ended_at is null
      ) as is_awake
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as told (id bigint, user_id bigint, kind text, params jsonb, url text)
    join push_devices as device on device.company_id = ${db.companyId} and device.user_id = told.user_id
    join users on users.company_id = device.company_id and users.id = device.user_id
    left join push_automatics as automatic
      on automatic.company_id = device.company_id and automatic.kind = told.kind
    where coalesce(automatic.is_on, true)
      and coalesce((users.settings -> 'pushes' -> told.kind)::boolean, true)
    order by device.id, told.id`)

/** Marks notifications of which copies were queued for devices. */
export async function markCopied(db: Db, ids: readonly number[]): Promise<void> {
  await db.update('notifications', { has_devices: true }).where('id', 'in', ids).execute()
}

/** Marks notifications as delivered to a device, over all companies. */
export async function markDelivered(
  root: Root,
  delivered: readonly { company_id: number; notification_id: number | null }[],
): Promise<void> {
  await sql`
    update notifications set delivered_at = ${nowIso()}
    from (select distinct company_id, notification_id from jsonb_to_recordset(${JSON.stringify(delivered)}::jsonb)
      as given (company_id bigint, notification_id bigint)) as given
    where notifications.company_id = given.company_id and notifications.id = given.notification_id
      and delivered_at is null and has_devices`.execute(root)
}

/**
 * Deletes old notifications, and those beyond the maximum of each person. Read ones go first, the oldest
 * before newer ones; then unread ones of the most frequent kind, and within it of the most frequent actor. So
 * a flood of notifications is deleted before other ones.
 */
export async function trimNotifications(
  root: Root,
  before: string,
  maxOfPerson: number,
  signal?: AbortSignal,
): Promise<void> {
  await deleteRows(root, 'notifications', sql`created_at < ${before}`, signal)
  for (let last: Person | undefined = { company_id: 0, id: 0 }; last && !signal?.aborted; ) {
    const people: (Person & { has_more: boolean })[] = await findPeople(root, last, maxOfPerson)
    for (const person of people)
      if (person.has_more) await inBatches((most) => trimPerson(root, person, maxOfPerson, most), signal)
    last = people.at(-1)
  }
}

type Person = { company_id: number; id: number }

/** The next people of all companies, and whether each has more than `most`; reads one row beyond it. */
async function findPeople(root: Root, { company_id, id }: Person, most: number) {
  const { rows } = await sql<Person & { has_more: boolean }>`
    select company_id, id, exists (
      select from notifications where notifications.company_id = users.company_id and user_id = users.id
      order by id offset ${most} limit 1
    ) as has_more
    from users where (company_id, id) > (${company_id}::bigint, ${id}::bigint)
    order by company_id, id limit 500`.execute(root)
  return rows
}

// The ids are passed as an array. With outdated statistics, PostgreSQL may run a join as a nested loop over all
// notifications of the company, which exceeds the statement timeout.
async function trimPerson(
  root: Root,
  { company_id, id }: Person,
  kept: number,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where company_id = ${company_id} and id = any(array(
      select id from (
        select id, row_number() over (order by kind_place nulls last, id desc) as place
        from (
          select id, case when read_at is null then row_number() over (
              partition by kind, read_at is null order by actor_place, id desc
            ) end as kind_place
          from (
            select *, row_number() over (partition by kind, actor_id, read_at is null order by id desc) as actor_place
            from notifications where company_id = ${company_id} and user_id = ${id}
          ) as by_actor
        ) as by_kind
      ) as placed
      where place > ${kept} order by place desc limit ${most}
    ))`.execute(root)
  return Number(numAffectedRows ?? 0)
}
