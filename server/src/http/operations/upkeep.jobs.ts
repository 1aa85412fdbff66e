import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { deleteOldSessions } from '../../sessions/session.ts'
import { deleteOldKeys } from '../calls/idempotency.ts'

/** Deletes expired idempotency keys and sessions. */
export const upkeepJobs = () => [
  registerJob(jobKind('forget-old-keys'), {
    effect: 'outside',
    everySeconds: 3600,
    run: async ({ root, signal }) => {
      await deleteOldKeys(root, signal)
      await deleteOldSessions(root, signal)
    },
  }),
]
