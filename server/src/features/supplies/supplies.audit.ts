import type { AuditAction } from '@artel/contract/audit.line'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'

/** Fields of a box that the audit log compares. */
type ToldBox = {
  id: number
  number: number
  barcode: string
  weight_g: number | null
  is_sealed: boolean
  is_deleted: boolean
  lines: { id: number; text: string }[]
}

// The line as the page of a box shows it: pieces, planned pieces and expiry date.
const lineText = sql`product.name || ' × ' || line.quantity
  || coalesce('/' || line.planned, '') || coalesce(' → ' || line.expires_on, '')`

/** The present state of boxes, to compare with their state after a change. */
export const describeBoxes = (db: Db, ids: readonly number[]): Promise<ToldBox[]> =>
  db
    .from('supply_boxes')
    .select(['id', 'number', 'barcode', 'weight_g'])
    .select([
      sql<boolean>`sealed_at is not null`.as('is_sealed'),
      sql<boolean>`deleted_at is not null`.as('is_deleted'),
      sql<ToldBox['lines']>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', line.id, 'text', ${lineText}) order by line.id), '[]')
        from supply_box_items as line
        join products as product on product.company_id = line.company_id and product.id = line.product_id
        where line.company_id = supply_boxes.company_id and line.box_id = supply_boxes.id
      )`.as('lines'),
    ])
    .where('id', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .orderBy('number')
    .execute()

/** Writes changes of boxes into the audit log. A box without changes gets no entry. */
export async function auditBoxes(
  db: Db,
  actor: Actor,
  action: AuditAction,
  { id, number }: { id: number; number: string },
  ids: readonly number[],
  before: readonly ToldBox[] = [],
): Promise<void> {
  const was = new Map(before.map((box) => [box.id, box]))
  const parts = (await describeBoxes(db, ids)).flatMap((box) => {
    const { is_deleted } = box
    const [old, present] = compared(was.get(box.id), is_deleted ? undefined : box)
    const changes = changesOf(old, present)
    if (Object.keys({ ...changes.before, ...changes.after }).length === 0) return []
    const title = `${number} / ${box.number}`
    return [{ action, entity: 'box' as const, id: box.id, title, ...changes }]
  })
  const [only] = parts
  if (!only) return
  if (parts.length === 1) return writeAudit(db, actor, only)
  const whole = { action, entity: 'supply', id, title: number, after: { boxes_count: parts.length } } as const
  await writeAudit(db, actor, { ...whole, action: 'update' }, parts)
}

/** The fields of a box before and after, with only the lines that differ. A missing box has no fields. */
function compared(before: ToldBox | undefined, after: ToldBox | undefined): [object, object] {
  const textsOf = (box: ToldBox | undefined) => new Map((box?.lines ?? []).map(({ id, text }) => [id, text]))
  const [was, is] = [textsOf(before), textsOf(after)]
  const told = (box: ToldBox | undefined, own: Map<number, string>, other: Map<number, string>): object => {
    if (!box) return {}
    const { barcode, weight_g, is_sealed } = box
    const lines = [...own].filter(([id, text]) => other.get(id) !== text).map(([, text]) => text)
    const fields = { barcode, ...(weight_g !== null && { weight_g }), ...(is_sealed && { is_sealed }) }
    return { ...fields, ...(lines.length > 0 && { contents: lines.join(', ') }) }
  }
  return [told(before, was, is), told(after, is, was)]
}
