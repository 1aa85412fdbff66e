import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Grace period for running work when the process stops, ms. Container runtimes kill a process 10 s after the
 * signal, and the database needs some of that time.
 */
export const graceMs = 5000
/** Timeout of every other step, ms. It must not prevent the database from closing. */
const stepMs = 1000

/** A part of the process that answers requests or runs jobs. */
export type Part = {
  /** Accepts no more work, and waits for running work. */
  drain(): Promise<unknown>
  /** Ends the remaining work. */
  stop(): Promise<unknown>
}

type Closable = { close(): Promise<unknown> }

/** The resources that the parts use. */
export type Ground = { events: Closable; uploads: Closable; database: Closable }

/**
 * Stops the parts, then the resources. The database is closed last, because running work may need it.
 * @throws the error of the database if it cannot be closed
 */
export async function stopInOrder(
  parts: readonly Part[],
  { events, uploads, database }: Ground,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const endSoon = async (what: string, ending: Promise<unknown>, limitMs = stepMs) => {
    const late = sleep(limitMs, undefined, { ref: false }).then(() => {
      throw new Error(`It took longer than ${limitMs} ms`)
    })
    await Promise.race([ending, late]).catch((error) =>
      log.warn({ err: error }, `${what} did not end as it should`),
    )
  }
  await Promise.all(parts.map((part) => endSoon('what was under way', part.drain(), graceMs + 2 * stepMs)))
  for (const part of parts) await endSoon('a part of the server', part.stop())
  await endSoon('the live events', events.close())
  await endSoon('the folder of uploads', uploads.close())
  await database.close()
}
