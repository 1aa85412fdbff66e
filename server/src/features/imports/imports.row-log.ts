import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { insertRows, type NewRow } from './imports.queries.ts'

/** So many batches are sorted into the index at once. */
const sortedAtOnce = 20

// What is new to a GIN index waits in a list, which whoever makes it too long sorts in. An import leaves that to the
// connection beside it, and goes on meanwhile.
export const leaveSorting = (own: Db) => own.query(sql`set local gin_pending_list_limit = '64MB'`)

/**
 * Writes down what became of each row, on a connection beside the one that takes them, one batch after another. What
 * fails is thrown by the next `write` or by `end`.
 */
export class RowLog {
  readonly #aside: Db
  readonly #importId: number
  readonly #searchIndex: string | undefined
  #kept: (() => NewRow[]) | null = null
  #writing: Promise<void> = Promise.resolve()
  #batches = 0

  constructor(aside: Db, importId: number, searchIndex: string | undefined) {
    this.#aside = aside
    this.#importId = importId
    this.#searchIndex = searchIndex
  }

  /** Keeps a batch until `write`, which is for when the database has been given the next ones to take. */
  keep(rows: () => NewRow[]): void {
    this.#kept = rows
  }

  /** Begins to write what was kept, once the batch before it is written. */
  async write(): Promise<void> {
    await this.#writing
    if (!this.#kept) return
    this.#writing = this.#writeBatch(this.#kept())
    this.#kept = null
    // It is looked at by whoever is next.
    this.#writing.catch(() => undefined)
  }

  async end(): Promise<void> {
    await this.write()
    await this.#writing
  }

  /** Waits until nothing is being written any more, whatever became of it. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  async #writeBatch(rows: readonly NewRow[]): Promise<void> {
    await insertRows(this.#aside, this.#importId, rows)
    this.#batches += 1
    if (!this.#searchIndex || this.#batches % sortedAtOnce > 0) return
    // Left undone, the list is sorted in a little later.
    await this.#aside
      .query(sql`select gin_clean_pending_list(${this.#searchIndex}::regclass)`)
      .catch(() => undefined)
  }
}
