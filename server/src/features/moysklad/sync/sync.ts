import type { MoySkladRunFailure } from '@artel/contract/moysklad/moysklad.line'
import { now } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import { Db } from '../../../database/db.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { codeOf } from '../../../errors/errors.ts'
import type { LiveEvents } from '../../../events/live-events.ts'
import type { SecretKey } from '../../../seal.ts'
import { notifyOwners } from '../../notifications/notifications.ts'
import type { MoySkladClient } from '../client/client.ts'
import { failureOf, isPause, MoySkladError } from '../client/errors.ts'
import { openToken } from '../client/token.ts'
import { type ConnectionRow, lockConnection, updateConnection } from '../moysklad.queries.ts'
import { claimRun, LeaseLostError, newWorkerId, RunLease } from './lease.ts'
import { findDue, prepareRun, workRun } from './run.ts'
import { finishRun, insertRun, type LockedRun, lockUnderWay } from './runs.queries.ts'

type SyncContext = {
  root: Root
  publish: LiveEvents['publish']
  signal: AbortSignal
  client: MoySkladClient
  secretKey: SecretKey
  companyId: number
  turnMs?: number
}

/** How long one job works for a company before jobs of other companies run, ms. */
const usualTurnMs = 30_000
const minuteMs = 60_000
const longestPauseMinutes = 30
/** Consecutive pauses after which the owners are notified. They last more than an hour in total. */
const pausesUntilTold = 7

/**
 * Starts a run if one is due for a company, and works on its active run for a limited time.
 * @returns whether there is more to do at once
 */
export async function syncCompany(context: SyncContext): Promise<boolean> {
  const opened = await openRun(context)
  if (!opened) return false
  const { run, connection } = opened
  const token = openToken(context.secretKey, context.companyId, connection.token)
  if (token === null) {
    await end(context, run, 'refused')
    return false
  }
  const known = {
    units: connection.limit_units,
    windowMs: connection.limit_window_ms,
    cost: connection.limit_cost,
  }
  context.client.limiterOf(token, known)
  const { root, publish, signal, client, turnMs = usualTurnMs } = context
  const owner = { companyId: context.companyId, userId: null }
  const lease = new RunLease(
    { root, publish, connection, signal, turnMs, requestContext: { client, owner, token } },
    run,
  )
  try {
    if (await workTurn(lease)) return false
    await lease.release()
    return true
  } catch (error) {
    return await handleRunError(context, lease, error)
  } finally {
    lease.close()
  }
}

/**
 * Works on a run for one turn. Requests that MoySklad has not answered at the end of the turn are cancelled.
 * @returns whether the run has ended @throws MoySkladError, LeaseLostError
 */
async function workTurn(lease: RunLease): Promise<boolean> {
  try {
    return await workRun(lease)
  } catch (error) {
    if (!lease.isTurnOver(error)) throw error
    // The next turn would wait for the same, and so on without end.
    if (!lease.hasSaved) throw new MoySkladError('slow', null, null, error)
    return false
  }
}

/** Creates a run if one is due, and claims the active run if no worker has it. Uses one transaction. */
async function openRun({ root, publish, companyId }: SyncContext) {
  let announced: Db['announcements'] = []
  const opened = await inTransaction(root, async (connection) => {
    const db = new Db(connection, companyId)
    const { is_active } = await db.company().select('is_active').executeTakeFirstOrThrow()
    const row = await lockConnection(db)
    if (!row || !is_active) return undefined
    const reason = await findDue(db, row)
    if (reason) await insertRun(db, reason, null)
    if (reason) db.announce({ entity: 'moy_sklad', id: 0, action: 'update' }, [])
    const isNew = (await lockUnderWay(db))?.state === 'waiting'
    const run = await claimRun(db, newWorkerId())
    if (!run) return undefined
    if (isNew) await prepareRun(db, run, row)
    announced = db.announcements
    return { run, connection: row }
  })
  publish(announced)
  return opened
}

async function handleRunError(context: SyncContext, lease: RunLease, error: unknown): Promise<boolean> {
  if (error instanceof LeaseLostError || lease.requestContext.signal.reason instanceof LeaseLostError)
    return false
  if (error instanceof MoySkladError) {
    await end(context, lease.run, failureOf(error.fault))
    return false
  }
  // The process is stopping, or the database is unavailable. The next job continues the saved run.
  const isPassing = context.signal.aborted || codeOf(error) === 'unavailable'
  if (isPassing) await lease.release().catch(() => undefined)
  else await end(context, lease.run, 'internal')
  throw error
}

/** Marks a run as failed and updates the connection accordingly. */
async function end(
  { root, publish, companyId }: SyncContext,
  { id, held_by }: LockedRun,
  failure: MoySkladRunFailure,
): Promise<void> {
  let announced: Db['announcements'] = []
  await inTransaction(root, async (connection) => {
    const db = new Db(connection, companyId)
    const run = await db
      .from('moysklad_runs')
      .select('held_by')
      .where('id', '=', id)
      .where('state', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (run?.held_by !== held_by) return
    await finishRun(db, id, { state: 'failed', failure })
    const row = await lockConnection(db)
    if (row) await follow(db, row, failure)
    db.announce({ entity: 'moy_sklad', id: 0, action: 'update' }, [])
    announced = db.announcements
  })
  publish(announced)
}

async function follow(db: Db, row: ConnectionRow, failure: MoySkladRunFailure): Promise<void> {
  if (failure === 'refused' && row.state !== 'refused') {
    await updateConnection(db, { state: 'refused', state_before: row.state })
    await notifyFault(db, 'refused')
  }
  if (!isPause(failure)) return
  const minutes = Math.min(longestPauseMinutes, 2 ** row.pauses)
  await updateConnection(db, {
    paused_until: new Date(now().getTime() + minutes * minuteMs).toISOString(),
    pause_reason: failure,
    pauses: row.pauses + 1,
  })
  if (row.pauses + 1 === pausesUntilTold) await notifyFault(db, 'away')
}

const notifyFault = (db: Db, of: 'refused' | 'away'): Promise<void> =>
  notifyOwners(db, null, { kind: 'moy_sklad_fault', params: { id: 0, of }, url: '/settings/moy_sklad' })
