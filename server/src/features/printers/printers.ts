import type { Print, PrintAgain, PrintDraft, Printer } from '@artel/contract/printers/printers'
import { maxLabelsADay, maxOwnWaitingPrints, maxWaitingPrints } from '@artel/contract/printers/printers.line'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { queueJob } from '../../jobs/jobs.ts'
import type { PrinterPlace } from '../../setting-values.ts'
import { findBoxIds, findSupply } from '../supplies/supplies.ts'
import { printKind } from './printers.jobs.ts'
import { rightsTo, toCancel, toRepeat } from './printers.policy.ts'
import {
  countQueued,
  countWaiting,
  findPrintRow,
  findQueues,
  insertPrint,
  listPrintRows,
  lockPrintRow,
  lockQueues,
  type PrintFilters,
  type PrintQuery,
  type PrintRow,
  updatePrintRow,
} from './printers.queries.ts'

const dayMs = 24 * 3_600_000

type Places = readonly PrinterPlace[]

const ofCompany = (places: Places, { companyId }: Actor): Places =>
  places.filter((place) => place.companyId === companyId)

/** The printers of the company in the order of the settings, with what waits for them. */
export async function listPrinters(places: Places, db: Db, actor: Actor): Promise<Printer[]> {
  const own = ofCompany(places, actor)
  if (own.length === 0) return []
  const queues = new Map((await findQueues(db)).map((queue) => [queue.printer, queue]))
  return own.map(({ name }) => {
    const { waiting = 0, printing = 0, reason = null } = queues.get(name) ?? {}
    return { name, waiting, printing, reason }
  })
}

export async function listPrints(
  db: Db,
  actor: Actor,
  filters: PrintFilters,
  query: PrintQuery,
): Promise<{ prints: Print[]; pagination: Pagination }> {
  const { rows, pagination } = await listPrintRows(db, actor, filters, query)
  return { prints: rows.map((row) => toPrint(actor, row)), pagination }
}

const toPrint = (actor: Actor, row: PrintRow): Print => ({ ...row, can: rightsTo(actor, row) })

async function getPrint(db: Db, actor: Actor, id: number): Promise<Print> {
  const row = await findPrintRow(db, actor, id)
  if (!row) throw new ApiError('not_found')
  return toPrint(actor, row)
}

/**
 * Queues the labels of a supply for a printer.
 * @throws ApiError not_found for the supply; 422 for the printer and for boxes of other supplies; empty
 */
export async function printLabels(places: Places, db: Db, actor: Actor, draft: PrintDraft): Promise<Print> {
  const { supply_id, printer, size, box_ids: wanted } = draft
  const supply = await findSupply(db, actor, supply_id)
  if (supply.deleted_at !== null) throw new ApiError('not_found')
  const boxes = await findBoxIds(db, supply_id, wanted)
  if (wanted && boxes.length !== wanted.length) throw fieldError('box_ids', 'no_such_box')
  if (boxes.length === 0) throw new ApiError('empty')
  return queuePrint(places, db, actor, { supply_id, printer, size, box_ids: boxes })
}

type Wanted = Pick<PrintDraft, 'supply_id' | 'printer' | 'size'> & { box_ids: number[] }

async function queuePrint(places: Places, db: Db, actor: Actor, print: Wanted): Promise<Print> {
  const { printer } = print
  if (!ofCompany(places, actor).some(({ name }) => name === printer))
    throw fieldError('printer', 'no_such_printer')
  const { userId: user_id, language } = actor
  await lockQueues(db)
  const waiting = await countWaiting(db, printer, user_id)
  if (waiting.all >= maxWaitingPrints)
    throw fieldError('printer', 'too_many_prints', { maximum: maxWaitingPrints })
  if (waiting.own >= maxOwnWaitingPrints)
    throw fieldError('printer', 'too_many_own_prints', { maximum: maxOwnWaitingPrints })
  const dayAgo = new Date(now().getTime() - dayMs).toISOString()
  if ((await countQueued(db, user_id, dayAgo)) + print.box_ids.length > maxLabelsADay)
    throw fieldError('printer', 'too_many_labels', { maximum: maxLabelsADay })
  const id = await insertPrint(db, { ...print, user_id, language, created_at: nowIso() })
  await queueJob(db, printKind, { of: db.companyId, printer })
  db.announce({ entity: 'print', id, action: 'create' }, 'everyone')
  return getPrint(db, actor, id)
}

/**
 * Prints the labels of an ended print again, or those that the printer has not reported as printed. Boxes that were
 * deleted meanwhile are left out.
 * @throws ApiError not_found, wrong_state, empty; 422 for the printer
 */
export async function printAgain(
  places: Places,
  db: Db,
  actor: Actor,
  id: number,
  { rest, printer }: PrintAgain,
): Promise<Print> {
  const row = await lockPrint(db, actor, id)
  const { supply_id, size, box_ids, done, printer: first } = toRepeat(actor, row, rest)
  const boxes = await findBoxIds(db, supply_id, rest ? box_ids.slice(done) : box_ids)
  if (boxes.length === 0) throw new ApiError('empty')
  return queuePrint(places, db, actor, { supply_id, size, box_ids: boxes, printer: printer ?? first })
}

/** @throws ApiError not_found; wrong_state if it has ended otherwise */
export async function cancelPrint(db: Db, actor: Actor, id: number): Promise<Print> {
  const row = await lockPrint(db, actor, id)
  if (row.status !== 'cancelled' && !row.is_stopping) {
    const { status } = toCancel(actor, row)
    const cancelled = { status: 'cancelled', reason: null, blocked_at: null, ended_at: nowIso() } as const
    await updatePrintRow(db, id, status === 'waiting' ? cancelled : { is_stopping: true })
    db.announce({ entity: 'print', id, action: 'update' }, 'everyone')
  }
  return getPrint(db, actor, id)
}

async function lockPrint(db: Db, actor: Actor, id: number) {
  const row = await lockPrintRow(db, id)
  if (!row) throw new ApiError('not_found')
  await findSupply(db, actor, row.supply_id)
  return { ...row, count: row.box_ids.length }
}
