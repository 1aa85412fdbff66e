import type { MoySkladDecision, MoySkladKind, MoySkladPlan } from '@artel/contract/moysklad/moysklad.line'
import type {
  MoySkladData,
  MoySkladFailures,
  MoySkladRead,
  MoySkladWritten,
} from '@artel/contract/moysklad/moysklad.stored'
import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { numbers, texts } from '../../../database/queries/arrays.ts'

/** An item that was read, with its data as JSON text. */
export type WrittenItem = MoySkladRead & { json: string }

/** Locks the stored rows of these items until the transaction ends, in the order of our ids. */
export async function lockRead(db: Db, items: readonly Pick<MoySkladRead, 'moy_sklad_id'>[]): Promise<void> {
  await db.query(sql`
    select id from moysklad_items
    where company_id = ${db.companyId}
      and moy_sklad_id = any(${texts(items.map(({ moy_sklad_id }) => moy_sklad_id))})
    order by id
    for no key update`)
}

/**
 * Finds the stored rows of these items, and whether the data just read differs. Locks them until the
 * transaction ends.
 */
export const lockKnown = (db: Db, items: readonly WrittenItem[]) =>
  db.query(sql<{ id: number; moy_sklad_id: string; is_new: boolean; is_gone: boolean }>`
    select kept.id, kept.moy_sklad_id, kept.gone_at is not null as is_gone,
      kept.data <> given.data::jsonb or kept.title <> given.title as is_new
    from unnest(${texts(items.map(({ moy_sklad_id }) => moy_sklad_id))},
      ${texts(items.map(({ title }) => title))},
      ${texts(items.map(({ json }) => json))}) as given (moy_sklad_id, title, data)
    join moysklad_items as kept on kept.company_id = ${db.companyId} and kept.moy_sklad_id = given.moy_sklad_id
    order by kept.id
    for no key update of kept`)

// Several pages are requested at once, so the data of a later write may be older than the stored data.
const isLater = sql`(excluded.their_updated_at is null or kept.their_updated_at is null
  or excluded.their_updated_at >= kept.their_updated_at)`
const isBack = sql`(kept.gone_at <= excluded.read_at)`
const isNew = sql`(${isLater} and (kept.data <> excluded.data or kept.title <> excluded.title))`
const later = (column: string) =>
  sql`${sql.ref(column)} = case when ${isLater} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`kept.${column}`)} end`

/** @returns our ids by MoySklad id */
export async function upsertItems(
  db: Db,
  items: readonly WrittenItem[],
  at: string,
): Promise<Map<string, number>> {
  const rows = await db.query(sql<{ id: number; moy_sklad_id: string }>`
    insert into moysklad_items as kept
      (company_id, kind, moy_sklad_id, title, data, url, their_updated_at, read_at)
    select ${db.companyId}, kind, moy_sklad_id, title, data::jsonb, url, updated_at::timestamptz, ${at}::timestamptz
    from unnest(${texts(items.map(({ kind }) => kind))},
      ${texts(items.map(({ moy_sklad_id }) => moy_sklad_id))},
      ${texts(items.map(({ title }) => title))},
      ${texts(items.map(({ json }) => json))},
      ${texts(items.map(({ url }) => url))},
      ${texts(items.map(({ their_updated_at }) => their_updated_at))}
      ) with ordinality as given (kind, moy_sklad_id, title, data, url, updated_at, place)
    order by place
    on conflict (company_id, moy_sklad_id) do update set
      ${sql.join(['kind', 'title', 'data', 'url', 'their_updated_at'].map(later))},
      read_at = greatest(kept.read_at, excluded.read_at),
      gone_at = case when ${isBack} then null else kept.gone_at end,
      is_waiting = kept.is_waiting or ${isNew} or ${isBack} is true,
      is_planned = kept.is_planned and not (${isNew} or ${isBack} is true),
      failed_at = case when ${isNew} then null else kept.failed_at end
    returning id, moy_sklad_id`)
  return new Map(rows.map(({ id, moy_sklad_id }) => [moy_sklad_id, id]))
}

/** Saves the texts that a search finds items by. */
export async function storeWords(db: Db, said: readonly { itemId: number; words: string }[]): Promise<void> {
  await db.query(sql`
    insert into moysklad_words as kept (company_id, item_id, words)
    select ${db.companyId}, item_id, words
    from unnest(${numbers(said.map(({ itemId }) => itemId))}, ${texts(said.map(({ words }) => words))})
      as given (item_id, words)
    on conflict (company_id, item_id) do update set words = excluded.words where kept.words <> excluded.words`)
}

export type WaitingItem = {
  id: number
  kind: MoySkladKind
  moy_sklad_id: string
  title: string
  data: MoySkladData
  is_bundle: boolean
  written: MoySkladWritten | null
  written_at: string | null
  decision: MoySkladDecision | null
  decided_id: number | null
  plan: MoySkladPlan
  failures: MoySkladFailures
  failed_at: string | null
  gone_at: string | null
  is_waiting: boolean
  keys: string[]
}

/** The keys that identify an item. */
export const itemKeys = sql<string[]>`array(select key from moysklad_keys as own
  where own.company_id = moysklad_items.company_id and own.item_id = moysklad_items.id)`

/** The columns that planning an item needs. */
export const itemColumns = [
  'id',
  'kind',
  'moy_sklad_id',
  'title',
  'data',
  'is_bundle',
  'written',
  'written_at',
  'decision',
  'decided_id',
  'plan',
  'failures',
  'failed_at',
  'gone_at',
  'is_waiting',
] as const

const itemRows = (db: Db, ids: readonly number[]) =>
  db
    .from('moysklad_items')
    .select(itemColumns)
    .select(itemKeys.as('keys'))
    .where(sql<boolean>`id = any(${numbers(ids)})`)
    .orderBy('id')

export const findItems = (db: Db, ids: readonly number[]): Promise<WaitingItem[]> =>
  itemRows(db, ids).execute()

/** Finds items and locks them until the transaction ends. */
export const lockItems = (db: Db, ids: readonly number[]): Promise<WaitingItem[]> =>
  itemRows(db, ids).forNoKeyUpdate('moysklad_items').execute()

/**
 * Finds items of a kind by MoySklad id that still exist there. With `isHeld`, locks them until the
 * transaction ends.
 */
export const findInTheWay = async (
  db: Db,
  kind: MoySkladKind,
  moySkladIds: readonly string[],
  isHeld: boolean,
): Promise<WaitingItem[]> => {
  if (moySkladIds.length === 0) return []
  const rows = await db
    .from('moysklad_items')
    .select('id')
    .where('kind', '=', kind)
    .where(sql<boolean>`moy_sklad_id = any(${texts(moySkladIds)})`)
    .where('gone_at', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  return isHeld ? lockItems(db, ids) : findItems(db, ids)
}

/** Finds those of `ids` that still wait to be written, and locks them until the transaction ends. */
export const lockWaiting = (db: Db, ids: readonly number[]): Promise<WaitingItem[]> =>
  itemRows(db, ids).where('is_waiting', '=', true).forNoKeyUpdate('moysklad_items').execute()

/** Ids of items that wait to be planned. */
export async function findUnplannedIds(
  db: Db,
  kinds: readonly MoySkladKind[],
  limit: number,
): Promise<number[]> {
  const rows = await db
    .from('moysklad_items')
    .select('id')
    .where('is_waiting', '=', true)
    .where('is_planned', '=', false)
    .where('gone_at', 'is', null)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Maximum characters of the items that one statement writes. A statement that writes more may time out. */
const writtenCharacters = 500_000

/** Ids of items that wait to be written, fewer if they are long. Bundles come last: they consist of products. */
export async function findWaitingIds(db: Db, kind: MoySkladKind, limit: number): Promise<number[]> {
  const among = (isBundle: boolean) =>
    db
      .from('moysklad_items')
      .select(['id', sql<number>`length(data::text)`.as('characters')])
      .where('is_waiting', '=', true)
      .where('kind', '=', kind)
      .where('is_bundle', '=', isBundle)
      .where('gone_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  const alone = await among(false)
  const rows = alone.length > 0 || kind !== 'product' ? alone : await among(true)
  let room = writtenCharacters
  const taken = rows.filter(({ characters }, index) => {
    room -= characters
    return index === 0 || room >= 0
  })
  return taken.map(({ id }) => id)
}

/** Finds other items that are to be created or linked and share a key with some of `items`. */
export const findRivals = (db: Db, kind: MoySkladKind, items: readonly Pick<WaitingItem, 'id' | 'keys'>[]) =>
  db.query(sql<{ key: string; id: number; title: string; decision: MoySkladDecision | null }>`
    with shared as materialized (
      select key, item_id from moysklad_keys
      where company_id + 0 = ${db.companyId}
        and key = any(${texts(items.flatMap(({ keys }) => keys.filter((key) => !key.startsWith('c '))))})
        and item_id <> all(${numbers(items.map(({ id }) => id))})
    )
    select shared.key, others.id, others.title, others.decision
    from shared join moysklad_items as others on others.company_id = ${db.companyId} and others.id = shared.item_id
    where others.kind = ${kind} and others.gone_at is null and others.is_waiting and others.is_planned
      and others.plan in ('create', 'tie')`)

/** Finds which of these items still exist in MoySklad. */
export async function findPresent(db: Db, moySkladIds: readonly string[]): Promise<Set<string>> {
  if (moySkladIds.length === 0) return new Set()
  const rows = await db
    .from('moysklad_items')
    .select('moy_sklad_id')
    .where(sql<boolean>`moy_sklad_id = any(${texts(moySkladIds)})`)
    .where('gone_at', 'is', null)
    .execute()
  return new Set(rows.map(({ moy_sklad_id }) => moy_sklad_id))
}

/** Finds the components of bundles. */
export const findParts = (db: Db, moySkladIds: readonly string[]) =>
  db
    .from('moysklad_items')
    .select(['moy_sklad_id', 'title', 'data'])
    .where(sql<boolean>`moy_sklad_id = any(${texts(moySkladIds)})`)
    .where('kind', '=', 'product')
    .execute()

export type Planned = { id: number; plan: MoySkladPlan; failures: MoySkladFailures }

/** Saves plans. Writes only plans that change, because updating a row of this table is expensive. */
export async function storePlans(db: Db, planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return
  await db.query(sql`
    update moysklad_items set plan = given.plan, failures = given.failures::jsonb, is_planned = true
    from unnest(${numbers(planned.map(({ id }) => id))}, ${texts(planned.map(({ plan }) => plan))},
      ${texts(planned.map(({ failures }) => JSON.stringify(failures)))}) as given (id, plan, failures)
    where moysklad_items.company_id = ${db.companyId} and moysklad_items.id = given.id
      and (moysklad_items.plan <> given.plan or not is_planned or moysklad_items.failures <> given.failures::jsonb)`)
}

export type Settled = Planned & {
  /** null: the item is no longer linked to a row of ours. */
  written: MoySkladWritten | null
  written_at: string | null
  failed_at: string | null
}

/** Saves the results of items that waited to be written. */
export async function saveItemResults(db: Db, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  await db.query(sql`
    update moysklad_items set plan = given.plan, failures = given.failures::jsonb, is_planned = true,
      is_waiting = false, written = given.written::jsonb, written_at = given.written_at::timestamptz,
      failed_at = given.failed_at::timestamptz
    from unnest(${numbers(settled.map(({ id }) => id))}, ${texts(settled.map(({ plan }) => plan))},
      ${texts(settled.map(({ failures }) => JSON.stringify(failures)))},
      ${texts(settled.map(({ written }) => (written === null ? null : JSON.stringify(written))))},
      ${texts(settled.map(({ written_at }) => written_at))}, ${texts(settled.map(({ failed_at }) => failed_at))}
      ) as given (id, plan, failures, written, written_at, failed_at)
    where moysklad_items.company_id = ${db.companyId} and moysklad_items.id = given.id`)
}

const tables = { organization: 'legal_entities', store: 'warehouses', product: 'products', employee: 'users' }

type Gone = { id: number; title: string; our_id: number | null; keys: string[] }

export const markGoneRows = (
  db: Db,
  kind: MoySkladKind,
  moySkladIds: readonly string[],
  at: string,
): Promise<Gone[]> =>
  db.query(sql<Gone>`
    update moysklad_items set gone_at = ${at}, is_waiting = false
    where company_id = ${db.companyId} and kind = ${kind} and gone_at is null
      and moy_sklad_id = any(${texts(moySkladIds)})
    returning id, title, ${itemKeys} as keys,
      (select ours.id from ${sql.table(tables[kind])} as ours
        where ours.company_id = moysklad_items.company_id and ours.moy_sklad_id = moysklad_items.moy_sklad_id) as our_id`)

/** Saves a person's decision about items and marks them to be planned and written. */
export async function decideItems(
  db: Db,
  ids: readonly number[],
  decision: MoySkladDecision | null,
  decidedId: number | null,
): Promise<void> {
  await db
    .update('moysklad_items', {
      decision,
      decided_id: decidedId,
      is_waiting: true,
      is_planned: false,
      failed_at: null,
    })
    .where(sql<boolean>`id = any(${numbers(ids)})`)
    .execute()
}

/** Finds another item of the kind that a person's decision links to the same row of ours. */
export const findDecided = (db: Db, { id, kind }: Pick<WaitingItem, 'id' | 'kind'>, decidedId: number) =>
  db
    .from('moysklad_items')
    .select('id')
    .where('decided_id', '=', decidedId)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where('gone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

/** Finds waiting items that share a key and are not in `ids`. */
export async function findRivalIds(
  db: Db,
  ids: readonly number[],
  keys: readonly string[],
  most: number,
): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`
    select id from moysklad_items
    where company_id = ${db.companyId} and is_waiting and gone_at is null and id <> all(${numbers(ids)})
      and id = any(array(select item_id from moysklad_keys
        where company_id + 0 = ${db.companyId} and key = any(${texts(keys)})))
    order by id limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Marks items that break a rule to be written again: those of `ids`, or all. */
export async function wakeFailed(db: Db, ids: readonly number[] | undefined): Promise<void> {
  await db
    .update('moysklad_items', { is_waiting: true, is_planned: false, failed_at: null })
    .where('plan', '=', 'invalid')
    .where('gone_at', 'is', null)
    .$if(ids !== undefined, (rows) => rows.where(sql<boolean>`id = any(${numbers(ids ?? [])})`))
    .execute()
}
