import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../person.ts'
import { isBrokenConnection } from './connection/broken-connection.ts'
import type { Root } from './connection/open.ts'
import { Db } from './db.ts'
import { lockPerson } from './lock-person.ts'

const tries = 6
const firstPauseMs = 8

// A serialization failure and a deadlock. PostgreSQL has rolled everything back, so another attempt is
// possible.
const passing = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction. Retries after a serialization failure or a deadlock, so `work` must be safe
 * to repeat.
 */
export async function inTransaction<T>(root: Root, work: (connection: Root) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await root.transaction().execute(work)
    } catch (error) {
      const { code } = error as { code?: string } // the driver's errors have one
      if (attempt === tries || !code || !passing.has(code)) throw error
      // Jitter, because the two transactions that collided must not collide again.
      await sleep(firstPauseMs * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/** Runs one transaction of a call that works in steps. Refuses if the person has lost their rights since. */
export const inOwnTransaction = <T>(root: Root, db: Db, work: (own: Db) => Promise<T>): Promise<T> =>
  inStep(root, db, async (own, connection) => {
    const done = await work(own)
    await db.assertAllowed(connection, 'commit')
    return done
  })

/**
 * Runs such a transaction for a call that changes the account of its own person. Locks the person's row
 * before their rights are read, so that nobody removes the rights before the commit. Rights that are read
 * after the change would be those that the call itself has set.
 */
export const inOwnAccount = <T>(
  root: Root,
  db: Db,
  person: Person,
  work: (own: Db, connection: Root) => Promise<T>,
): Promise<T> =>
  inStep(root, db, async (own, connection) => {
    await lockPerson(connection, person)
    await db.assertAllowed(connection, 'lock')
    return work(own, connection)
  })

/** Its announcements are published together with those of the call. */
function inStep<T>(root: Root, db: Db, work: (own: Db, connection: Root) => Promise<T>): Promise<T> {
  let own = db
  return inTransaction(root, (connection) => {
    // Each attempt needs a new one, because announcements of a failed attempt are dropped.
    own = new Db(connection, db.companyId, db.assertAllowed, db.personId)
    return work(own, connection)
  }).then((done) => {
    for (const { event, audience } of own.announcements) db.announce(event, audience)
    return done
  })
}

/** Repeats a read once if its connection broke. A read changes nothing, so nothing is done twice. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isBrokenConnection(error)) throw error
    // During the pause, other connections that broke at the same time leave the pool.
    await sleep(firstPauseMs)
    return read()
  }
}
