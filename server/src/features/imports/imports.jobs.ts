import type { ImportFault } from '@artel/contract/imports'
import { now, nowIso } from '../../clock.ts'
import { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { claimAbandoned, clearOld, deleteRows, updateImport } from './imports.queries.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const interrupted = JSON.stringify({
  key: 'import_interrupted',
} satisfies ImportFault) as unknown as ImportFault // jsonb is sent as text

/** Marks imports and undos whose process has ended as interrupted. Their transaction ended with it. */
export async function endAbandoned(root: Root): Promise<void> {
  const before = new Date(now().getTime() - minuteMs).toISOString()
  for (const { company_id, id, state } of await claimAbandoned(root, before)) {
    const db = new Db(root, company_id)
    const ended =
      state === 'undoing'
        ? ({ state: 'done', undone_by: null, undone_at: null } as const)
        : ({ state: 'failed', finished_at: nowIso() } as const)
    await updateImport(db, id, { ...ended, failure: interrupted })
    if (ended.state === 'failed') await deleteRows(db, id)
  }
}

/**
 * Days for which a dry run, and the rows of an import, are kept. By then the page of the dry run is surely
 * closed. An import can be undone only while its rows are kept.
 */
const kept = { tried: 1, done: 30 }
/** Maximum kept rows of a company: five of the longest imports. The oldest imports lose theirs first. */
const maxKeptRows = 1_000_000

/** Each long import also queues this job, so that a company cannot fill the disk between scheduled runs. */
export const clearImports = jobKind('clear-imports')

export async function clearOldImports(root: Root, most = maxKeptRows): Promise<void> {
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
