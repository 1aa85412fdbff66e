import type { ImportFault } from '@artel/contract/imports'
import { now, nowIso } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
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
/** Rows of all imports of a company: five of the longest. Beyond them the oldest imports lose theirs sooner. */
const mostKeptRows = 1_000_000

/** Is also queued by each long import, so that a company cannot fill the disk between two rounds. */
export const clearImports = jobKind('clear-imports')

export async function clearOldImports(root: Root, most = mostKeptRows): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * dayMs).toISOString()
  const limits = { now: nowIso(), triedAfter: ago(kept.tried), doneAfter: ago(kept.done), most }
  if (!(await clearOld(root, limits))) await queueJob(root, clearImports, {})
}

export const importJobs = () => [
  registerJob(jobKind('end-abandoned-imports'), {
    effect: 'database',
    everySeconds: 60,
    run: ({ root }) => endAbandoned(root),
  }),
  registerJob(clearImports, {
    effect: 'database',
    everySeconds: 600,
    run: ({ root }) => clearOldImports(root),
  }),
]
