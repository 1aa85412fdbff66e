import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Characters of row values that one request may read. The longest page of ordinary rows has two million. */
export const maxOfCall = 16_000_000
/** A request that reads more characters counts as a long one. */
const longFrom = 1_000_000

/** A request has read more than it may. */
export class RowBudgetError extends Error {}

/** Limits the row values of one request, from its first statement until its response. */
export class RowBudget {
  readonly #enterLong: () => { release(): void }
  #read = 0
  #place: { release(): void } | undefined
  /** Parsers for the driver that count the characters of each value. */
  readonly types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => {
      const parse = pg.types.getTypeParser(oid, format as 'text') // either format passes through unchanged
      return (value: string) => {
        this.#count(value.length)
        return parse(value)
      }
    },
  }

  /** `enterLong` takes a slot among the long requests, or throws. */
  constructor(enterLong: () => { release(): void }) {
    this.#enterLong = enterLong
  }

  #count(characters: number): void {
    this.#read += characters
    if (this.#read > maxOfCall) throw new RowBudgetError('A call reads too many rows')
    if (this.#read > longFrom) this.#place ??= this.#enterLong()
  }

  close(): void {
    this.#place?.release()
    this.#place = undefined
  }
}

const budgets = new AsyncLocalStorage<RowBudget>()

/**
 * Runs `work` and counts all rows that it reads against `budget`.
 * @throws RowBudgetError if it reads too many; also what `enterLong` of the budget throws
 */
export const withinBudget = <T>(budget: RowBudget, work: () => Promise<T>): Promise<T> =>
  budgets.run(budget, work)

/**
 * The budget of the current request. Undefined in jobs and file exports, which read by cursors and are not
 * counted.
 */
export const presentBudget = (): RowBudget | undefined => budgets.getStore()
