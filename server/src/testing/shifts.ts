import { stopClockAt } from '../clock.ts'
import { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'
import { closeForgotten, findForgotten } from '../features/hours/hours.jobs.ts'
import { startShift, stopShift } from '../features/hours/hours.ts'
import { inTransaction } from '../http/transaction.ts'
import { actorOf, type TestUser } from './build.ts'

/** What happens to the shifts of a company at instants, without the calls: months in seconds. */
export function openShiftClock(root: Root, { companyId }: Db) {
  /** Something at an instant, in a transaction of its own as a call has it. */
  async function at<Result>(instant: string, work: (db: Db, root: Root) => Promise<Result>): Promise<Result> {
    stopClockAt(instant)
    const { result } = await inTransaction(root, async (own) => ({
      result: await work(new Db(own, companyId), own),
    }))
    return result
  }
  return {
    at,
    begin: (instant: string, user: TestUser) => at(instant, (db) => startShift(db, actorOf(user))),
    end: (instant: string, user: TestUser) => at(instant, (db) => stopShift(db, actorOf(user))),
    /** What the job does about those who forgot. */
    close: async (instant: string) => {
      stopClockAt(instant)
      const forgotten = await findForgotten(root)
      for (const row of forgotten.filter(({ company_id }) => company_id === companyId)) {
        await at(instant, (db) => closeForgotten(db, row))
      }
    },
  }
}
