import type { AuditFields } from '@artel/contract/audit/audit'
import type { InstructionDraft } from '@artel/contract/instructions/instructions'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type AuditPart, changesOf, writeAudit } from '../audit/audit.ts'
import { partingOf } from './instructions.rules.ts'

type Logged = Pick<InstructionDraft, 'title' | 'body' | 'category' | 'multimedia_ids' | 'product_ids'> &
  Pick<InstructionDraft, 'requires_ack' | 'is_published'> & { revision?: number }

/** The log calls a title `name`, because in the log a `title` is what a reward was given for. */
export const loggedAs = (field: string): string => (field === 'title' ? 'name' : field)

type Named = { action: 'create' | 'update' | 'delete'; id: number; title: string }

/**
 * Writes an instruction that was created, changed or deleted to the audit log, without the position. A text that is
 * too long for one entry goes on in parts under it. Writes nothing without changes.
 */
export async function auditInstruction(
  db: Db,
  actor: Actor,
  named: Named,
  before: Logged | null,
  after: Logged | null,
): Promise<void> {
  const texts = partingOf(before?.body ?? '', after?.body ?? '')
  const entry = { ...named, entity: 'instruction' } as const
  const changes = changesOf(told(before, texts.before[0]), told(after, texts.after[0]))
  if (Object.keys({ ...changes.before, ...changes.after }).length === 0) return
  const count = Math.max(texts.before.length, texts.after.length)
  const parts = Array.from({ length: Math.max(0, count - 1) }, (_, index): AuditPart => {
    const rest = (pieces: readonly string[]): AuditFields => {
      const body = pieces[index + 1]
      return body === undefined ? {} : { body }
    }
    return { ...entry, before: rest(texts.before), after: rest(texts.after) }
  })
  await writeAudit(db, actor, { ...entry, ...changes }, parts)
}

function told(state: Logged | null, body = ''): object {
  if (!state) return {}
  const { title, category, multimedia_ids, product_ids, requires_ack, is_published, revision = 1 } = state
  return { name: title, category, body, multimedia_ids, product_ids, requires_ack, is_published, revision }
}
