import { now } from '../../clock.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { trimNotifications } from './notifications.queries.ts'

const keptMs = 90 * 86_400_000
const maxOfPerson = 500

export const notificationJobs = () => [
  registerJob(jobKind('trim-notifications'), {
    effect: 'outside',
    everySeconds: 86_400,
    run: ({ root, signal }) =>
      trimNotifications(root, new Date(now().getTime() - keptMs).toISOString(), maxOfPerson, signal),
  }),
]
