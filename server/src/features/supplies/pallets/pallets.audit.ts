import type { AuditAction } from '@artel/contract/audit/audit.line'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { writeAudit } from '../../audit/audit.ts'

type Numbered = { number: number }
/** Boxes that came on the pallet, and boxes that went off it. */
type Moved = { on?: readonly Numbered[]; off?: readonly Numbered[] }

/** Writes a change of a pallet into the audit log. */
export async function auditPallet(
  db: Db,
  actor: Actor,
  action: AuditAction,
  supply: { number: string },
  { id, number }: { id: number; number: number },
  { on = [], off = [] }: Moved = {},
): Promise<void> {
  await writeAudit(db, actor, {
    action,
    entity: 'pallet',
    id,
    title: `${supply.number} / ${number}`,
    before: numbersOf(off),
    after: numbersOf(on),
  })
}

const numbersOf = (boxes: readonly Numbered[]) =>
  boxes.length === 0 ? {} : { boxes: boxes.map(({ number }) => number).join(', ') }
