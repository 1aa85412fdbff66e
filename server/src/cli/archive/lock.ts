import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CommandError } from '../command.ts'
import { listTables } from './schema.ts'

const lockNotAvailable = '55P03'
const mostTries = 40
const pauseMs = 150

/**
 * Holds every table alone until the transaction ends. A wait is given up, and all begun anew, well before the
 * second after which PostgreSQL would look for a deadlock: a request of the server has each table's lock in turn.
 * What could not be had is asked for first the next time: whoever has it ends while nothing else is held, and
 * those who come later queue behind.
 */
export async function lockTables(client: pg.Client): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
  for (let tries = 1; tries <= mostTries; tries += 1) {
    await client.query(`savepoint locking; set local lock_timeout = '300ms'`)
    const held = await lockInTurn(client, names)
    if (held === names.length) {
      await client.query('set local lock_timeout = 0')
      return
    }
    await client.query('rollback to savepoint locking')
    names.unshift(...names.splice(held, 1))
    await sleep(pauseMs)
  }
  throw new CommandError('The tables are in use all the time: stop the server for as long as this takes')
}

/** @returns how many could be locked before the first that could not */
async function lockInTurn(client: pg.Client, names: readonly string[]): Promise<number> {
  for (const [at, name] of names.entries()) {
    try {
      await client.query(`lock table ${name} in access exclusive mode`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
      return at
    }
  }
  return names.length
}
