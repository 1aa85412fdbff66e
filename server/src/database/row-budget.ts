import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Characters of rows that one call reads at most. The longest page of ordinary rows has two million. */
const mostOfCall = 16_000_000
/** A call that reads more is a long one. */
const longFrom = 1_000_000

/** A call has read more than it may. */
export class RowBudgetError extends Error {}

/** What the rows of one call may take, from its first statement until it is answered. */
export class RowBudget {
  readonly #enterLong: () => { release(): void }
  #read = 0
  #place: { release(): void } | undefined
  /** How the driver reads values, counting them. */
  readonly types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => {
      const parse = pg.types.getTypeParser(oid, format as 'text') // either is passed on as it came
      return (value: string) => {
        this.#count(value.length)
        return parse(value)
      }
    },
  }

  /** `enterLong` takes a place among the long calls, or throws. */
  constructor(enterLong: () => { release(): void }) {
    this.#enterLong = enterLong
  }

  #count(characters: number): void {
    this.#read += characters
    if (this.#read > mostOfCall) throw new RowBudgetError('A call reads too many rows')
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
 * @throws RowBudgetError where it reads too many; whatever the budget's `enterLong` throws
 */
export const withinBudget = <T>(budget: RowBudget, work: () => Promise<T>): Promise<T> =>
  budgets.run(budget, work)

/** What a statement that is sent now counts against; of jobs and files nothing is counted: they read by cursors. */
export const presentBudget = (): RowBudget | undefined => budgets.getStore()
