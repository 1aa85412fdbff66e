import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Characters of rows that one call reads at most. The longest page of ordinary rows has two million. */
const mostOfCall = 16_000_000
/** A call that reads more is a long one. */
const longFrom = 1_000_000
/** How many of those are answered at the same moment: each may take some hundred megabytes until it is. */
const mostLong = 6

/** A call has read more than it may; `isOwn` false: more than it may while others do. */
export class RowBudgetError extends Error {
  readonly isOwn: boolean

  constructor(isOwn: boolean) {
    super('A call reads too many rows')
    this.isOwn = isOwn
  }
}

let long = 0

/** What the rows of one call may take, from its first statement until it is answered. */
export class RowBudget {
  #read = 0
  #isLong = false
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

  #count(characters: number): void {
    this.#read += characters
    if (this.#read > mostOfCall) throw new RowBudgetError(true)
    if (this.#read <= longFrom || this.#isLong) return
    if (long >= mostLong) throw new RowBudgetError(false)
    long += 1
    this.#isLong = true
  }

  close(): void {
    if (this.#isLong) long -= 1
    this.#isLong = false
  }
}

const budgets = new AsyncLocalStorage<RowBudget>()

/** Counts all rows that `work` reads, also while others work. @throws RowBudgetError */
export const withinBudget = <T>(budget: RowBudget, work: () => Promise<T>): Promise<T> =>
  budgets.run(budget, work)

/** What a statement that is sent now counts against; of jobs and files nothing is counted: they read by cursors. */
export const presentBudget = (): RowBudget | undefined => budgets.getStore()
