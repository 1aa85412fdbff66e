import { moySkladKinds } from '@artel/contract/moysklad.line'
import type { MoySkladEvent } from '@artel/contract/moysklad.stored'
import { sql } from 'kysely'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { mostIds } from './moysklad.ask.ts'
import { updateConnection } from './moysklad.queries.ts'
import { lookUp } from './moysklad.read.ts'
import type { Turn } from './moysklad.turn.ts'

const takenAtOnce = 100
/** Longer than they repeat a message: until then a second one of its number is known. */
const keptDays = 1

/** Looks after what they have told. @returns whether nothing waits any more, and whether pieces have moved */
export async function handleEvents(turn: Turn): Promise<{ isDone: boolean; hasStock: boolean }> {
  const { parts } = turn.connection
  let hasStock = false
  while (turn.hasTime) {
    const rows = await turn.commit(findWaiting)
    const last = rows.at(-1)
    if (!last) return { isDone: true, hasStock }
    hasStock ||= rows.some(({ body }) => body.has_stock)
    const meant = rows.flatMap(({ body }) => body.meant).filter(({ kind }) => parts.includes(kind))
    try {
      await lookUpAll(turn, meant)
    } catch (error) {
      if (!isDataError(error)) throw error
      // It would fail in every run and hold back all that comes after it. A full check finds what it meant.
      await turn.commit((db) => updateConnection(db, { full_due_at: nowIso() }))
    }
    await turn.commit((db) => settle(db, last.id))
  }
  return { isDone: false, hasStock }
}

async function lookUpAll(turn: Turn, meant: MoySkladEvent['meant']): Promise<void> {
  for (const kind of moySkladKinds) {
    const ofKind = meant.filter((one) => one.kind === kind)
    const ids = await turn.commit((db) => findOlder(db, ofKind))
    for (let from = 0; from < ids.length; from += mostIds)
      await lookUp(turn, kind, ids.slice(from, from + mostIds))
  }
}

/** Whether PostgreSQL refuses the data itself: class 22 is a wrong value, class 23 a broken constraint. */
const isDataError = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? '')) // read as an unknown: it may be missing

const findWaiting = (db: Db) =>
  db
    .from('moysklad_events')
    .select(['id', 'body'])
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(takenAtOnce)
    .execute()

/** Of those that are meant, which are not as new here: it may be our own doing, or told before. */
async function findOlder(db: Db, meant: MoySkladEvent['meant']): Promise<string[]> {
  if (meant.length === 0) return []
  const rows = await db.query(sql<{ id: string }>`
    select distinct told.id
    from jsonb_to_recordset(${JSON.stringify(meant)}::jsonb) as told (id text, at timestamptz)
    left join moysklad_items as item on item.company_id = ${db.companyId} and item.moy_sklad_id = told.id
    -- Told to the second: of what was changed in that same one it is not known which came first.
    where told.at is null or item.id is null or item.gone_at is not null
      or item.their_updated_at is null or item.their_updated_at < told.at + interval '1 second'`)
  return rows.map(({ id }) => id)
}

async function settle(db: Db, last: number): Promise<void> {
  await db
    .update('moysklad_events', { handled_at: nowIso() })
    .where('handled_at', 'is', null)
    .where('id', '<=', last)
    .execute()
  const old = new Date(Date.parse(nowIso()) - keptDays * 86_400_000).toISOString()
  await db.remove('moysklad_events').where('handled_at', '<', old).execute()
}
