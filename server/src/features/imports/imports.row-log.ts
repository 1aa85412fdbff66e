import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { insertRows, type NewRow } from './imports.queries.ts'

/** Number of batches whose index entries are sorted in together. */
const sortedAtOnce = 20

// New entries of a GIN index wait in a pending list. The transaction that makes this list too long sorts it
// into the index. An import leaves the sorting to its second connection and continues meanwhile.
export const leaveSorting = (own: Db) => own.query(sql`set local gin_pending_list_limit = '64MB'`)

/**
 * Saves the result of each row on a second connection, one batch after another, while the first connection
 * imports. The next `write` or `end` throws the error of a failed batch.
 */
export class RowLog {
  readonly #aside: Db
  readonly #importId: number
  readonly #searchIndex: string | undefined
  #kept: (() => NewRow[]) | null = null
  #writing: Promise<void> = Promise.resolve()
  #batches = 0
  #bytes = 0

  constructor(aside: Db, importId: number, searchIndex: string | undefined) {
    this.#aside = aside
    this.#importId = importId
    this.#searchIndex = searchIndex
  }

  /** Keeps a batch until `write`. Call `write` after the next batch is sent to the database. */
  keep(rows: () => NewRow[]): void {
    this.#kept = rows
  }

  /** Starts to write the kept batch, after the batch before it is written. */
  async write(): Promise<void> {
    await this.#writing
    if (!this.#kept) return
    this.#writing = this.#writeBatch(this.#kept())
    this.#kept = null
    // The next `write` or `end` throws this error.
    this.#writing.catch(() => undefined)
  }

  /** @returns the bytes of all written rows */
  async end(): Promise<number> {
    await this.write()
    await this.#writing
    return this.#bytes
  }

  /** Waits until the current batch is written or has failed. Ignores its error. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  async #writeBatch(rows: readonly NewRow[]): Promise<void> {
    this.#bytes += await insertRows(this.#aside, this.#importId, rows)
    this.#batches += 1
    if (!this.#searchIndex || this.#batches % sortedAtOnce > 0) return
    // An error does no harm, because the list is sorted in a little later.
    await this.#aside
      .query(sql`select gin_clean_pending_list(${this.#searchIndex}::regclass)`)
      .catch(() => undefined)
  }
}
