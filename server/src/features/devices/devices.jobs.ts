import { now } from '../../clock.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { deleteUnseen } from './devices.queries.ts'

const keptMs = 90 * 86_400_000

export const deviceJobs = () => [
  registerJob(jobKind('forget-unseen-devices'), {
    effect: 'outside',
    everySeconds: 86_400,
    run: ({ root, signal }) => deleteUnseen(root, new Date(now().getTime() - keptMs).toISOString(), signal),
  }),
]
