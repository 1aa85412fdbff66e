import { setTimeout as sleep } from 'node:timers/promises'
import type { PrintReason, PrintStatus } from '@artel/contract/printers/printers.line'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { LiveEvents } from '../../events/live-events.ts'
import type { BoxLabel, LabelWriter } from '../../labels/labels.ts'
import type { PrinterPlace } from '../../setting-values.ts'
import { readLabels } from '../supplies/supplies.ts'
import { PrinterClient, PrinterError, type PrinterTimes, usualTimes } from './printers.client.ts'
import {
  type ClaimedPrint,
  claimPrint,
  failWaiting,
  leavePrinter,
  recordProgress,
  releaseLost,
} from './printers.queries.ts'
import { statusLanguages } from './printers.rules.ts'

/** Time limits of a print, ms. */
export type PrintTimes = PrinterTimes & {
  /** Between two questions for the state while the printer prints. */
  pollMs: number
  /** After this time without going on, a print fails, or nobody knows how much came out. */
  blockedMs: number
  /** A print that is to stop waits this long at most for a label that the printer has taken. */
  stoppingMs: number
  /** Without a sign of life of its process for this time, a print counts as lost. */
  lostMs: number
  /** A process leaves a long print after this time and takes it up again, because a job has a time limit. */
  turnMs: number
}
export const usualPrintTimes: PrintTimes = {
  ...usualTimes,
  pollMs: 100,
  blockedMs: 600_000,
  stoppingMs: 15_000,
  lostMs: 60_000,
  turnMs: 240_000,
}

/** Labels that are read at once. */
const batchLength = 50
/** Minimum interval between two events of one print, ms. */
const eventMs = 1000
/** A print that does not go on is asked for its state less often, by this factor. */
const slowdown = 10
/** Maximum interval between two signs of life, ms. */
const signMs = 1000

type Ground = {
  db: Db
  place: PrinterPlace
  writer: LabelWriter
  publish: LiveEvents['publish']
  signal: AbortSignal
  times: PrintTimes
}

/**
 * Prints what waits for a printer, one print after the other. A label whose fate is not known is never sent again.
 * @returns whether to come back soon: prints wait, but the printer does not go on now
 */
export async function workPrinter(ground: Ground): Promise<boolean> {
  const { db, place, signal, times } = ground
  const ends = now().getTime() + times.turnMs
  const lost = await releaseLost(db, place.name, before(times.lostMs))
  announce(ground, lost)
  while (!signal.aborted) {
    const print = await claimPrint(db, place.name).catch(nobodyElse)
    if (!print) return false
    const isFree = await new PrintRun(ground, print, ends).run()
    if (!isFree) return true
  }
  return true
}

// Another process has claimed a print of this printer at the same time.
function nobodyElse(error: unknown): undefined {
  if ((error as { code?: string }).code === '23505') return undefined
  throw error
}

const before = (ms: number): string => new Date(now().getTime() - ms).toISOString()

function announce({ db, publish }: Pick<Ground, 'db' | 'publish'>, ids: readonly number[]): void {
  publish(
    ids.map((id) => ({
      companyId: db.companyId,
      event: { entity: 'print', id, action: 'update' },
      audience: 'everyone',
    })),
  )
}

/** Another process has released the print, because it took this one for dead. */
class PrintLostError extends Error {}
/** A person has cancelled the print. */
class PrintStoppedError extends Error {}
/** The process ends, or the turn of this print is over. All sent labels are accounted for. */
class PrintPausedError extends Error {}
/** A label cannot be drawn. */
class BadLabelError extends Error {}

/** One print on its printer. Every step is written before it is made, so that a killed process leaves the truth. */
class PrintRun {
  readonly #ground: Ground
  readonly #print: ClaimedPrint
  readonly #ends: number
  readonly #maxPending: number
  #sent: number
  #done: number
  #reason: PrintReason | null
  #blockedAt: string | null
  /** The last moment at which a label was sent or printed, ms of `performance.now`. */
  #movedAt = performance.now()
  #isStopping = false
  #written = ''
  #writtenAt = 0
  #toldAt = 0
  #toldReason: PrintReason | null

  constructor(ground: Ground, print: ClaimedPrint, ends: number) {
    this.#ground = ground
    this.#print = print
    this.#ends = ends
    this.#maxPending = statusLanguages[ground.place.language].maxPending
    this.#sent = print.done
    this.#done = print.done
    this.#reason = print.reason
    this.#toldReason = print.reason
    this.#blockedAt = print.blocked_at
  }

  /** @returns whether the printer is free for the next print */
  async run(): Promise<boolean> {
    try {
      const isAnyPrinted = await this.#printAll()
      await (isAnyPrinted ? this.#leave('printed', null) : this.#leave('failed', 'no_boxes'))
      return true
    } catch (error) {
      return this.#end(error)
    }
  }

  async #end(error: unknown): Promise<boolean> {
    if (error instanceof PrintLostError) return false
    if (error instanceof PrintPausedError) await this.#leave('waiting', null)
    else if (error instanceof PrintStoppedError) await this.#leave('cancelled', null)
    else if (error instanceof BadLabelError) await this.#leave('failed', 'bad_label')
    else if (error instanceof PrinterError) return this.#endBlocked(error.reason)
    else throw error
    return !(error instanceof PrintPausedError)
  }

  async #endBlocked(reason: PrintReason): Promise<boolean> {
    // Labels are on their way, so only a person can see how many have come out.
    if (this.#sent > this.#done) {
      await this.#leave('unknown', reason)
      return true
    }
    this.#block(reason)
    if (!this.#isBlockedTooLong()) {
      await this.#leave('waiting', reason)
      return false
    }
    await this.#leave('failed', reason)
    // Otherwise each of them would wait as long, and come out when nobody expects it any more.
    const { db, place, times } = this.#ground
    announce(this.#ground, await failWaiting(db, place.name, before(times.blockedMs), reason))
    return true
  }

  /** @returns false if none of its boxes exists any more */
  async #printAll(): Promise<boolean> {
    const { db, place, times } = this.#ground
    const { box_ids: ids, supply_id, done } = this.#print
    if (done === ids.length) return true
    let isAnyPrinted = done > 0
    const client = await PrinterClient.open(place, times)
    try {
      await this.#waitFor(client, 0)
      for (let from = done; from < ids.length; from += batchLength) {
        const batch = ids.slice(from, from + batchLength)
        const labels = await readLabels(db, supply_id, batch)
        for (const id of batch) {
          const label = labels.get(id)
          isAnyPrinted ||= label !== undefined
          if (label) await this.#printOne(client, label)
          // The box was deleted meanwhile. It counts, so that the others keep their places.
          else await this.#goOn({ sent: this.#sent + 1 })
        }
      }
      await this.#waitFor(client, 0)
      return isAnyPrinted
    } finally {
      await client.close()
    }
  }

  async #printOne(client: PrinterClient, label: BoxLabel): Promise<void> {
    if (this.#ground.signal.aborted || now().getTime() > this.#ends) {
      await this.#waitFor(client, 0)
      throw new PrintPausedError()
    }
    const bytes = await this.#draw(label)
    await this.#waitFor(client, this.#maxPending - 1)
    await this.#goOn({ sent: this.#sent + 1 })
    await client.send(bytes)
    // The printer needs a moment to notice the label.
    await sleep(this.#ground.times.pollMs)
    await this.#waitFor(client, this.#maxPending)
  }

  async #draw(label: BoxLabel): Promise<Uint8Array> {
    const { writer, place, db } = this.#ground
    const { size, language, user_id: userId } = this.#print
    const person = { companyId: db.companyId, userId }
    try {
      return await writer.print({ size, language, label, printer: printerOf(place), person })
    } catch (cause) {
      throw new BadLabelError('A label cannot be drawn', { cause })
    }
  }

  /**
   * Waits until the printer has at most `pending` labels that are not printed, and nothing keeps it from printing.
   * @throws PrinterError with the reason of the printer, if it does not go on
   */
  async #waitFor(client: PrinterClient, pending: number): Promise<void> {
    const { pollMs } = this.#ground.times
    this.#movedAt = performance.now()
    for (;;) {
      const { fault, pending: open } = await client.ask()
      if (fault) this.#block(fault)
      else this.#unblock()
      await this.#goOn({ done: Math.max(this.#done, this.#sent - open) })
      const isSettled = this.#sent === this.#done
      if (this.#isStopping && (isSettled || fault || this.#isStill('stoppingMs')))
        throw new PrintStoppedError()
      if (!fault && this.#sent - this.#done <= pending) return
      if (fault && (isSettled || this.#ground.signal.aborted || this.#isBlockedTooLong()))
        throw new PrinterError(fault)
      // It reports no fault, and yet none of its labels comes out.
      if (this.#isStill(this.#ground.signal.aborted ? 'stoppingMs' : 'blockedMs'))
        throw new PrinterError('stuck')
      await sleep(fault ? pollMs * slowdown : pollMs)
    }
  }

  #isStill(limit: 'stoppingMs' | 'blockedMs'): boolean {
    return performance.now() - this.#movedAt >= this.#ground.times[limit]
  }

  #block(reason: PrintReason): void {
    this.#reason = reason
    this.#blockedAt ??= nowIso()
  }

  #unblock(): void {
    this.#reason = null
    this.#blockedAt = null
  }

  #isBlockedTooLong(): boolean {
    if (this.#blockedAt === null) return false
    return now().getTime() - Date.parse(this.#blockedAt) >= this.#ground.times.blockedMs
  }

  /** Writes the progress, at least every second as a sign of life. @throws PrintLostError, PrintStoppedError */
  async #goOn({ sent = this.#sent, done = this.#done }: { sent?: number; done?: number }): Promise<void> {
    const fields = { sent, done, reason: this.#reason, blocked_at: this.#blockedAt }
    const written = JSON.stringify(fields)
    const at = now().getTime()
    if (written === this.#written && at - this.#writtenAt < signMs) return
    const isNews = this.#reason !== this.#toldReason
    const progress = await recordProgress(this.#ground.db, this.#print.id, fields)
    if (!progress) throw new PrintLostError('Another process has released this print')
    const isNext = sent > this.#sent
    if (isNext || done > this.#done) this.#movedAt = performance.now()
    this.#sent = sent
    this.#done = done
    this.#isStopping = progress.is_stopping
    this.#written = written
    this.#writtenAt = at
    if (isNews || at - this.#toldAt >= eventMs) this.#announce(at)
    // It was counted as sent, but a cancelled print sends nothing more.
    if (this.#isStopping && isNext) throw new PrintStoppedError()
  }

  async #leave(status: PrintStatus, reason: PrintReason | null): Promise<void> {
    const blocked_at = status === 'waiting' ? this.#blockedAt : null
    await leavePrinter(this.#ground.db, this.#print.id, status, { reason, blocked_at })
    this.#announce(now().getTime())
  }

  #announce(at: number): void {
    this.#toldAt = at
    this.#toldReason = this.#reason
    announce(this.#ground, [this.#print.id])
  }
}

const printerOf = ({ language, dots }: PrinterPlace) => ({ language, dots })
