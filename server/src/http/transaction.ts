import { setTimeout as sleep } from 'node:timers/promises'
import { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import { isBrokenConnection } from './errors.ts'

const tries = 6
const firstPauseMs = 8

// A serialization failure and a deadlock: PostgreSQL has undone everything and asks for another try.
const passing = new Set(['40001', '40P01'])

/** Runs `work` in one transaction, anew where it only stood in another's way. `work` must be safe to repeat. */
export async function inTransaction<T>(root: Root, work: (connection: Root) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await root.transaction().execute(work)
    } catch (error) {
      const { code } = error as { code?: string } // the driver's errors have one
      if (attempt === tries || !code || !passing.has(code)) throw error
      // Jitter: the two that met must not meet again.
      await sleep(firstPauseMs * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/** A transaction of a call that runs in steps; what it announces is told with what the call announces itself. */
export function inOwnTransaction<T>(root: Root, db: Db, work: (own: Db) => Promise<T>): Promise<T> {
  let own = db
  return inTransaction(root, async (connection) => {
    // A new one for each try: what a failed try has announced never happened.
    own = new Db(connection, db.companyId, db.assertAllowed)
    const done = await work(own)
    await db.assertAllowed(connection)
    return done
  }).then((done) => {
    for (const { event, audience } of own.announcements) db.announce(event, audience)
    return done
  })
}

/** Reads once more where the connection broke under it: nothing has changed, so nothing is done twice. */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isBrokenConnection(error)) throw error
    // Those that broke with it are heard of meanwhile, and leave the pool.
    await sleep(firstPauseMs)
    return read()
  }
}
