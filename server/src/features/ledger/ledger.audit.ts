import type { EntryKind, Ledger } from '@artel/contract/ledger/ledger.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { writeAudit } from '../audit/audit.ts'
import type { TakenEntry } from './ledger.queries.ts'

type Posted = { id: number; amount: number; name: string }

/** Writes one audit log entry. For several people it has a part for each person. */
export async function auditPosting(
  db: Db,
  actor: Actor,
  ledger: Ledger,
  kind: EntryKind,
  comment: string | null,
  posted: readonly Posted[],
): Promise<void> {
  const told = { kind, ...(comment !== null && { comment }) }
  const parts = posted.map(({ id, amount, name }) => ({
    action: 'create' as const,
    entity: ledger,
    id,
    title: name,
    after: { ...told, amount },
  }))
  const [only] = parts
  if (parts.length === 1 && only) return writeAudit(db, actor, only)
  const amount = posted.reduce((sum, one) => sum + one.amount, 0)
  await writeAudit(
    db,
    actor,
    { action: 'create', entity: ledger, id: null, after: { ...told, amount, people: posted.length } },
    parts,
  )
}

export async function auditReversal(
  db: Db,
  actor: Actor,
  { ledger, id, user_id, kind, amount }: TakenEntry,
  comment: string,
): Promise<void> {
  const person = await db
    .from('users')
    .select('full_name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  await writeAudit(db, actor, {
    action: 'reverse',
    entity: ledger,
    id,
    title: person.full_name,
    before: { kind, amount },
    after: { comment },
  })
}
