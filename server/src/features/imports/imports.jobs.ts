import type { ImportFault } from '@artel/contract/imports'
import { now, nowIso } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind } from '../../jobs/jobs.ts'
import { clearOld, deleteRows, takeAbandoned, updateImport } from './imports.queries.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const interrupted = JSON.stringify({
  key: 'import_interrupted',
} satisfies ImportFault) as unknown as ImportFault // as jsonb takes it

/** Says of imports whose process has ended that nothing came of them: their transaction went with it. */
export async function endAbandoned(root: Root): Promise<void> {
  const before = new Date(now().getTime() - minuteMs).toISOString()
  for (const { company_id, id, state } of await takeAbandoned(root, before)) {
    const db = new Db(root, company_id)
    const ended =
      state === 'undoing'
        ? ({ state: 'done', undone_by: null, undone_at: null } as const)
        : ({ state: 'failed', finished_at: nowIso() } as const)
    await updateImport(db, id, { ...ended, failure: interrupted })
    if (ended.state === 'failed') await deleteRows(db, id)
  }
}

/** Days: what was only tried is kept until its page is surely closed, the rest for as long as it can be undone. */
const kept = { tried: 1, done: 30 }

export const importJobs = () => [
  registerJob(jobKind('end-abandoned-imports'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root }) => endAbandoned(root),
  }),
  registerJob(jobKind('clear-imports'), {
    effect: 'database',
    everySeconds: 600,
    run: ({ root }) => {
      const ago = (days: number) => new Date(now().getTime() - days * dayMs).toISOString()
      return clearOld(root, ago(kept.tried), ago(kept.done))
    },
  }),
]
