import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../access/actor.ts'
import { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import { isBrokenConnection } from './errors.ts'
import { lockPerson } from './lock-person.ts'

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

/** A transaction of a call that runs in steps. It is refused where the person has lost their rights since. */
export const inOwnTransaction = <T>(root: Root, db: Db, work: (own: Db) => Promise<T>): Promise<T> =>
  inStep(root, db, async (own, connection) => {
    const done = await work(own)
    await db.assertAllowed(connection, 'commit')
    return done
  })

/**
 * The same where the call changes the account of its own person. Their row is locked before their rights are read, so
 * nobody takes these before the commit; read afterwards they would be what the call itself has made of them.
 */
export const inOwnAccount = <T>(
  root: Root,
  db: Db,
  person: Pick<Actor, 'companyId' | 'userId'>,
  work: (own: Db, connection: Root) => Promise<T>,
): Promise<T> =>
  inStep(root, db, async (own, connection) => {
    await lockPerson(connection, person)
    await db.assertAllowed(connection, 'lock')
    return work(own, connection)
  })

/** What it announces is told with what the call announces itself. */
function inStep<T>(root: Root, db: Db, work: (own: Db, connection: Root) => Promise<T>): Promise<T> {
  let own = db
  return inTransaction(root, (connection) => {
    // A new one for each try: what a failed try has announced never happened.
    own = new Db(connection, db.companyId, db.assertAllowed, db.personId)
    return work(own, connection)
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
