import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Ms for what is under way when the process is told to stop. Runtimes of containers kill a process 10 s after the
 * signal, and the database needs some of them.
 */
export const graceMs = 5000
/** Ms after which any other step is left behind, so that none keeps the database from its end. */
const stepMs = 1000

/** What answers calls, or works jobs. */
export type Part = {
  /** Takes nothing more, and waits for what is under way. */
  drain(): Promise<unknown>
  /** Ends what is left. */
  stop(): Promise<unknown>
}

type Closable = { close(): Promise<unknown> }

/** What the parts stand on. */
export type Ground = { events: Closable; uploads: Closable; database: Closable }

/**
 * Ends the parts, then what they stand on, and the database last, because what still runs may need it.
 * @throws what the database says where it cannot be closed
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
