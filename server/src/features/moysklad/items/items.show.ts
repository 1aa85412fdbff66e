import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import { type MoySkladKind, type MoySkladPart, moySkladKinds } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladLogLine } from '@artel/contract/moysklad/moysklad.log'
import type { MoySkladFailures } from '@artel/contract/moysklad/moysklad.stored'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/errors.ts'
import { findSay } from '../../../texts/company-texts.ts'
import type { Say } from '../../../texts/said-texts.ts'
import { findConnection } from '../moysklad.queries.ts'
import { lookAround, planAround, type Terms } from '../sync/plan.ts'
import { candidatesOf, linkedTo, type Outcome } from '../sync/rules.ts'
import { changesOf } from '../sync/write.ts'
import {
  findNewestLog,
  findShown,
  type ItemFilters,
  type ItemQuery,
  type LogFilters,
  type LogQuery,
  type LogRow,
  listItemRows,
  listLogRows,
  type ShownItem,
} from './items.list.queries.ts'
import type { Ours } from './subject.ts'
import { subjects } from './subjects.ts'

const maxCandidates = 10

export async function listItems(
  db: Db,
  actor: Actor,
  filters: ItemFilters,
  query: ItemQuery,
): Promise<{ items: MoySkladItem[]; pagination: Pagination }> {
  const { rows, pagination } = await listItemRows(db, actor, filters, query)
  return { items: await show(db, await readerOf(db, actor, rows), rows, false), pagination }
}

/** @throws ApiError not_found */
export async function getItem(db: Db, actor: Actor, id: number): Promise<MoySkladItem> {
  const rows = await findShown(db, [id])
  const [item] = await show(db, await readerOf(db, actor, rows), rows, true)
  if (!item) throw new ApiError('not_found')
  return item
}

/** With `isAlone`, also finds our rows that share only a name. */
async function show(
  db: Db,
  reader: Reader,
  rows: readonly ShownItem[],
  isAlone: boolean,
): Promise<MoySkladItem[]> {
  const connection = await findConnection(db)
  // The connection was deleted, together with all items.
  if (!connection) return []
  const terms = { organizationId: connection.organization_id, owners: connection.owners }
  const shown = new Map<number, MoySkladItem>()
  for (const kind of moySkladKinds) {
    const some = rows.filter((row) => row.kind === kind)
    if (some.length > 0)
      for (const item of await showOfKind(db, reader, kind, some, terms, isAlone)) shown.set(item.id, item)
  }
  return rows.flatMap(({ id }) => shown.get(id) ?? [])
}

async function showOfKind(
  db: Db,
  reader: Reader,
  kind: MoySkladKind,
  rows: readonly ShownItem[],
  terms: Terms,
  isAlone: boolean,
): Promise<MoySkladItem[]> {
  const subject = subjects[kind]
  const around = await lookAround(db, kind, rows, terms.organizationId, false)
  const outcomes = await planAround(db, kind, rows, terms, around)
  const brief = (ours: Ours) => ({ id: ours.id, ...subject.describe(ours) })
  return Promise.all(
    outcomes.map(async (outcome, index) => {
      const row = rows[index] as ShownItem // there is one outcome per row
      const linked = linkedTo(row, around.ours)
      const named = isAlone && !linked ? await subject.suggest?.(db, row, maxCandidates) : undefined
      const candidates = linked ? [] : candidatesOf(subject, row, around.ours, maxCandidates, named)
      return {
        id: row.id,
        kind,
        moy_sklad_id: row.moy_sklad_id,
        is_bundle: row.is_bundle,
        title: row.title,
        subtitle: subtitleOf(row),
        barcodes: textsOf(row, 'barcodes'),
        plan: row.plan,
        changes: shownChanges(row, outcome),
        decision: row.decision,
        tied_to: linked ? brief(linked) : null,
        candidates: candidates.map(({ ours, matches }) => ({ ...brief(ours), matches })),
        failures: inWords(reader, row.failures),
        is_gone: row.gone_at !== null,
        url: row.url,
        updated_at: row.their_updated_at,
        written_at: row.written_at,
      }
    }),
  )
}

// If the item would get another plan now, its changes do not belong to the stored plan, so none are shown.
function shownChanges({ plan, is_waiting }: ShownItem, outcome: Outcome): MoySkladItem['changes'] {
  if (!is_waiting || plan !== outcome.plan) return []
  return changesOf(outcome).map(({ field, before, after }) => ({ field, before, after }))
}

// Each kind has some of these fields; the others are missing.
function textOf({ data }: ShownItem, field: string): string | null {
  const value = (data as unknown as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : null
}

function textsOf({ data }: ShownItem, field: string): string[] {
  const value = (data as unknown as Record<string, unknown>)[field]
  return Array.isArray(value) ? value.map(String) : []
}

const tellers: Record<MoySkladKind, readonly string[]> = {
  organization: ['inn'],
  store: ['address'],
  product: ['article', 'code'],
  employee: ['email', 'login'],
}

const subtitleOf = (row: ShownItem): string | null =>
  tellers[row.kind].map((field) => textOf(row, field)).find((value) => value !== null) ?? null

/** The reader's language and the texts of their company. */
type Reader = { language: Locale; say: Say }

const readerOf = async (
  db: Db,
  { language }: Actor,
  rows: readonly { failures: MoySkladFailures }[],
): Promise<Reader> => ({
  language,
  say: await findSay(
    db,
    rows.some(({ failures }) => failures.length > 0),
  ),
})

const inWords = ({ language, say }: Reader, failures: MoySkladFailures) =>
  failures.map(({ field, key, values }) => ({ field, message: say(language, `fields.${key}`, values) }))

export async function listLog(
  db: Db,
  actor: Actor,
  filters: LogFilters,
  query: LogQuery,
): Promise<{ lines: MoySkladLogLine[]; pagination: Pagination }> {
  const { rows, pagination } = await listLogRows(db, actor, filters, query)
  return { lines: await showLines(db, actor, rows), pagination }
}

/** The newest entries of the log, at most `limit`. */
export const listNewestLog = async (db: Db, actor: Actor, limit: number): Promise<MoySkladLogLine[]> =>
  showLines(db, actor, await findNewestLog(db, limit))

async function showLines(db: Db, actor: Actor, rows: readonly LogRow[]): Promise<MoySkladLogLine[]> {
  const ours = await findOurs(db, rows)
  const reader = await readerOf(db, actor, rows)
  return rows.map(({ part, our_id, changes, failures, ...row }) => ({
    ...row,
    kind: part,
    tied_to: ours.get(`${kindOf(part)} ${our_id}`) ?? null,
    changes: changes.map(({ is_conflict = false, ...change }) => ({ ...change, is_conflict })),
    failures: inWords(reader, failures),
  }))
}

// Stock belongs to products.
const kindOf = (part: MoySkladPart): MoySkladKind => (part === 'stock' ? 'product' : part)

async function findOurs(db: Db, rows: readonly LogRow[]): Promise<Map<string, MoySkladLogLine['tied_to']>> {
  const found = new Map<string, MoySkladLogLine['tied_to']>()
  for (const kind of moySkladKinds) {
    const ids = rows.flatMap(({ part, our_id }) => (kindOf(part) === kind ? (our_id ?? []) : []))
    if (ids.length === 0) continue
    const subject = subjects[kind]
    for (const one of await subject.find(db, { ids, moySkladIds: [], items: [] }, false))
      found.set(`${kind} ${one.id}`, { id: one.id, ...subject.describe(one) })
  }
  return found
}
