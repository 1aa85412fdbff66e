import { stopClockAt } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { inTransaction } from '../../database/transaction.ts'
import { closeForgotten, findForgotten } from '../../features/hours/hours.jobs.ts'
import { startShift, stopShift } from '../../features/hours/hours.ts'
import { actorOf, type TestUser } from './build.ts'

/** Creates the shifts of a company at given instants without calls, so that months take seconds. */
export function openShiftClock(root: Root, { companyId }: Db) {
  /** Runs `work` at an instant in a separate transaction, as a call does. */
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
    /** Closes forgotten shifts, as the job does. */
    close: async (instant: string) => {
      stopClockAt(instant)
      const forgotten = await findForgotten(root)
      for (const row of forgotten.filter(({ company_id }) => company_id === companyId)) {
        await at(instant, (db) => closeForgotten(db, row))
      }
    },
  }
}
