import type { MoySkladConnection, MoySkladHealth, MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import { type MoySkladPart, moySkladParts } from '@artel/contract/moysklad/moysklad.line'
import type { Actor } from '../../access/actor.ts'
import { now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { SecretKey } from '../../seal.ts'
import { maskToken, openToken } from './client/token.ts'
import { listNewestLog } from './items/items.show.ts'
import {
  type ConnectionRow,
  countItems,
  countWaitingEvents,
  findConnection,
  findCursors,
  findOrganizations,
} from './moysklad.queries.ts'
import { findLastReading, findLastRun } from './sync/runs.queries.ts'

/** Interval of automatic runs that read the changes of all parts, ms. */
export const everyMs = 300_000

/** The whole connection, as owners see it; null: there is no connection. */
export async function showConnection(
  db: Db,
  actor: Actor,
  secretKey: SecretKey,
): Promise<MoySkladConnection | null> {
  const row = await findConnection(db)
  if (!row) return null
  const token = openToken(secretKey, db.companyId, row.token)
  const parts = partsOf(row.parts)
  return {
    ...(await describeStatus(db, actor, row, token !== null)),
    masked_token: maskToken(token),
    account: { name: row.account_name, login: row.login, is_solution: row.is_solution },
    limit: { units: row.limit_units, window_ms: row.limit_window_ms, cost: row.limit_cost },
    organization_id: row.organization_id,
    organizations: await findOrganizations(db),
    sync: {
      organizations: parts.includes('organization'),
      stores: parts.includes('store'),
      products: parts.includes('product'),
      employees: parts.includes('employee'),
      stock: parts.includes('stock'),
    },
    owners: row.owners,
    version: row.version,
  }
}

/** The connection as admins see it, without token and settings; null: there is no connection. */
export async function showStatus(db: Db, actor: Actor, secretKey: SecretKey): Promise<MoySkladStatus | null> {
  const row = await findConnection(db)
  if (!row) return null
  return describeStatus(db, actor, row, openToken(secretKey, db.companyId, row.token) !== null)
}

const newestLines = 20

async function describeStatus(
  db: Db,
  actor: Actor,
  row: ConnectionRow,
  hasToken: boolean,
): Promise<MoySkladStatus> {
  const run = (await findLastRun(db)) ?? null
  return {
    connected: true,
    // A token that can no longer be decrypted counts as refused.
    state: hasToken ? row.state : 'refused',
    hooks: {
      state: row.wants_hooks ? row.hook_state : 'off',
      received_at: row.hook_received_at,
      waiting: await countWaitingEvents(db),
    },
    pause: pauseOf(row),
    health: await describeHealth(db, row),
    run,
    log: await listNewestLog(db, actor, newestLines),
    next_at: hasToken ? nextAt(row, run, await findLastReading(db)) : null,
    connected_at: row.connected_at,
  }
}

// The table allows no other values.
export const partsOf = (parts: readonly string[]): MoySkladPart[] =>
  moySkladParts.filter((part) => parts.includes(part))

/** The current pause; null if there is none or it is over. */
export function pauseOf({
  paused_until,
  pause_reason,
}: Pick<ConnectionRow, 'paused_until' | 'pause_reason'>): MoySkladConnection['pause'] {
  if (paused_until === null || pause_reason === null || Date.parse(paused_until) <= now().getTime())
    return null
  return { until: paused_until, reason: pause_reason }
}

async function describeHealth(db: Db, row: ConnectionRow): Promise<MoySkladHealth[]> {
  const cursors = new Map((await findCursors(db)).map((cursor) => [cursor.part, cursor]))
  const counted = new Map((await countItems(db)).map((count) => [count.kind, count]))
  return moySkladParts.map((part) => {
    const [cursor, count] = [cursors.get(part), counted.get(part)]
    return {
      part,
      is_chosen: row.parts.includes(part),
      may_read: row.readable.includes(part),
      succeeded_at: cursor?.succeeded_at ?? null,
      reconciled_at: cursor?.reconciled_at ?? null,
      items: count?.items ?? 0,
      tied: count?.tied ?? 0,
      waiting: count?.waiting ?? 0,
      failed: count?.failed ?? 0,
      partial: count?.partial ?? 0,
    }
  })
}

function nextAt(row: ConnectionRow, run: MoySkladConnection['run'], read: string | null): string | null {
  const isUnderWay = run?.state === 'waiting' || run?.state === 'running'
  const goesOn = row.state === 'on' || (row.state === 'reading' && run?.state === 'failed')
  if (!goesOn || isUnderWay) return null
  const usual = read === null ? now().getTime() : Date.parse(read) + everyMs
  const paused = Date.parse(pauseOf(row)?.until ?? '') || 0
  return new Date(Math.max(usual, paused, now().getTime())).toISOString()
}
