import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../access/actor.ts'
import { assertSameRights } from '../../access/same-rights.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { auditByParts, writeAudit } from '../audit/audit.ts'
import {
  findDone,
  lockImport,
  markKept,
  publishProgress,
  tryLockCompany,
  updateImport,
} from './imports.queries.ts'
import type { DoneRow, ImportSubject, UndoTarget } from './imports.subject.ts'

/** An import that is being undone. */
export type Undoing = {
  root: Root
  actor: Actor
  subject: ImportSubject
  importId: number
  supplyId: number | null
  fileName: string
  total: number
  signal: AbortSignal
}

const manyRows = 500
const lastRow = 2_147_483_647

/**
 * Undoes an import in one transaction, the last row first. Things that were changed since, or that are in
 * use, stay as they are.
 */
export async function undoImport(undoing: Undoing): Promise<void> {
  const { root, actor, subject, importId, fileName, signal } = undoing
  await root.transaction().execute(async (connection) => {
    const own = new Db(connection, actor.companyId)
    await lockImport(own, importId)
    while (!(await tryLockCompany(own))) await sleep(200, undefined, { signal })
    const told = { entity: subject.entity, id: null, title: fileName }
    const whole = { ...told, action: 'update', after: { file_name: fileName } } as const
    const into = { ...undoing, audit: auditByParts(own, actor, whole) }
    const { undone, kept } = await undoRows(into, own)
    const kept_boxes = (await subject.endUndo?.(own, actor, into)) ?? 0
    await updateImport(own, importId, { state: 'undone', failure: null, kept_boxes })
    const after = { file_name: fileName, undone, kept, ...(kept_boxes > 0 && { kept_boxes }) }
    const filled = await subject.findFilled?.(own, undoing)
    await assertSameRights(own, actor)
    await writeAudit(own, actor, { ...told, ...filled, action: 'import_undo', after })
  })
}

async function undoRows(undoing: Undoing & UndoTarget, own: Db) {
  const { root, actor, subject, importId, total, signal } = undoing
  const aside = new Db(root, actor.companyId)
  let [undone, kept, before] = [0, 0, lastRow]
  for (;;) {
    signal.throwIfAborted()
    const found = await findDone(own, importId, before, manyRows)
    const last = found.at(-1)
    if (!last) return { undone, kept }
    // Rows that created or updated something always have its id.
    const left = await subject.undo(own, actor, found as DoneRow[], undoing)
    await markKept(own, importId, left)
    undone += found.length - left.size
    kept += left.size
    before = last.row
    const progress = Math.min(99, Math.floor(((undone + kept) / Math.max(1, total)) * 100))
    // Saved outside the transaction, so that screens see it.
    await publishProgress(aside, importId, progress)
  }
}
