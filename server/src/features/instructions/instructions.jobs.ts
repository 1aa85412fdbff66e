import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { LimitError } from '../../http/errors.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { countTold, tell } from '../notifications/notifications.ts'
import { findMissing } from './instructions.queries.ts'

type Asking = { company_id: number; id: number; revision: number; user_id: number }

// All staff may be many, and nobody waits for them who publishes.
const asking = jobKind<Asking>('tell-instruction')

/** Tells the active staff who have not confirmed the revision that it asks for that, once it is committed. */
export const askReaders = (
  db: Db,
  { userId }: { userId: number },
  { id, revision }: { id: number; revision: number },
): Promise<void> => queueJob(db, asking, { company_id: db.companyId, id, revision, user_id: userId })

/** Beyond what a company may tell in a day nobody is told; the list of instructions still shows what is to be read. */
async function tellReaders(root: Root, db: Db, { id, revision, user_id }: Asking): Promise<void> {
  const missing = await findMissing(db, id, revision)
  const [first] = missing
  if (!first) return
  try {
    await countTold(root, db.companyId, 'instruction_to_read', missing.length)
  } catch (error) {
    if (error instanceof LimitError) return
    throw error
  }
  await tell(
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
  registerJob(asking, {
    effect: 'database',
    run: ({ root, payload, companyDb }) => tellReaders(root, companyDb(payload.company_id), payload),
  }),
]
