import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CommandError } from '../command.ts'
import { listTables } from './schema.ts'

const lockNotAvailable = '55P03'
const maxTries = 40
const pauseMs = 150

/**
 * Locks every table exclusively until the transaction ends. Requests of the server lock tables one by one
 * too. So a wait is abandoned, and all locks are taken anew, well before PostgreSQL would look for a deadlock
 * after 1 s. The table that could not be locked comes first in the next attempt: then the transaction holds
 * no other lock while it waits, so the owner of that lock can finish, and later requests queue behind it.
 */
export async function lockTables(client: pg.Client): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
  for (let tries = 1; tries <= maxTries; tries += 1) {
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

/** @returns how many tables were locked before the first failure */
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
