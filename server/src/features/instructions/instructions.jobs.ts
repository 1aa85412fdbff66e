import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { LimitError } from '../../errors/errors.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { countTold, notify } from '../notifications/notifications.ts'
import { findMissing } from './instructions.queries.ts'

type ReadersToNotify = { company_id: number; id: number; revision: number; user_id: number }

// A job, because there may be many people, and the request that publishes must not wait for them.
const notifyReadersJob = jobKind<ReadersToNotify>('tell-instruction')

/** Queues notifications for active staff who have not confirmed the revision, to run after the commit. */
export const askReaders = (
  db: Db,
  { userId }: { userId: number },
  { id, revision }: { id: number; revision: number },
): Promise<void> =>
  queueJob(db, notifyReadersJob, { company_id: db.companyId, id, revision, user_id: userId })

/** Notifies nobody beyond the company's daily limit. The list still shows what must be read. */
async function notifyReaders(root: Root, db: Db, { id, revision, user_id }: ReadersToNotify): Promise<void> {
  const missing = await findMissing(db, id, revision)
  const [first] = missing
  if (!first) return
  try {
    await countTold(root, db.companyId, 'instruction_to_read', missing.length)
  } catch (error) {
    if (error instanceof LimitError) return
    throw error
  }
  await notify(
    db,
    { userId: user_id },
    {
      to: missing.map((person) => person.id),
      kind: 'instruction_to_read',
      params: { id, name: first.title, revision },
      url: `/instructions/item/${id}`,
    },
  )
}

export const instructionJobs = () => [
  registerJob(notifyReadersJob, {
    effect: 'database',
    run: ({ root, payload, companyDb }) => notifyReaders(root, companyDb(payload.company_id), payload),
  }),
]
