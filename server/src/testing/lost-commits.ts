import { CompiledQuery, type DatabaseConnection, PostgresDriver, type RawBuilder } from 'kysely'
import { afterEach } from 'vitest'
import type { Root } from '../database/connection/open.ts'

/**
 * Breaks the connection of one transaction right after PostgreSQL has committed it, so that its client gets an
 * error in place of the acknowledgement. Restored after each test.
 */
export function useLostCommits() {
  const { prototype } = PostgresDriver
  const { commitTransaction } = prototype
  afterEach(() => {
    prototype.commitTransaction = commitTransaction
  })
  /**
   * `isMeant`: an SQL condition that is true in the transaction whose acknowledgement is lost.
   * @returns the number of acknowledgements lost so far, at most 1
   */
  return (root: Root, isMeant: RawBuilder<boolean>): (() => number) => {
    let lost = 0
    const { sql, parameters } = isMeant.compile(root)
    const ask = (connection: DatabaseConnection, text: string, values: readonly unknown[] = []) =>
      connection.executeQuery<{ is_meant: boolean }>(CompiledQuery.raw(text, [...values]))
    prototype.commitTransaction = async (connection) => {
      const { rows } =
        lost === 0 ? await ask(connection, `select ${sql} as is_meant`, parameters) : { rows: [] }
      await commitTransaction(connection)
      if (!rows[0]?.is_meant) return
      lost += 1
      await ask(connection, 'select pg_terminate_backend(pg_backend_pid())')
    }
    return () => lost
  }
}
