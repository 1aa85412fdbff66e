import type { AuditAction } from '@artel/contract/audit/audit.line'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'

type ToldLine = {
  id: number
  product_id: number
  name: string
  article: string
  /** Pieces, planned pieces and expiry date, as the page of a box shows them. */
  pieces: string
}

/** Fields of a box that the audit log compares. Each change of a box raises its version, or deletes the box. */
type ToldBox = {
  id: number
  number: number
  version: number
  barcode: string
  weight_g: number | null
  is_sealed: boolean
  is_deleted: boolean
  lines: ToldLine[]
}

const pieces = sql`' × ' || line.quantity
  || coalesce('/' || line.planned, '') || coalesce(' → ' || line.expires_on, '')`

/** The present state of boxes, to compare with their state after a change. */
export const describeBoxes = (db: Db, ids: readonly number[]): Promise<ToldBox[]> =>
  db
    .from('supply_boxes')
    .select(['id', 'number', 'version', 'barcode', 'weight_g'])
    .select([
      sql<boolean>`sealed_at is not null`.as('is_sealed'),
      sql<boolean>`deleted_at is not null`.as('is_deleted'),
      sql<ToldBox['lines']>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'product_id', product.id, 'name', product.name, 'article', product.article, 'pieces', ${pieces}
        ) order by line.id), '[]')
        from supply_box_items as line
        join products as product on product.company_id = line.company_id and product.id = line.product_id
        where line.company_id = supply_boxes.company_id and line.box_id = supply_boxes.id
      )`.as('lines'),
    ])
    .where('id', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .orderBy('number')
    .execute()

/** Writes changes of boxes into the audit log. A box that was not written gets no entry. */
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
    const old = was.get(box.id)
    if (old?.version === box.version && old.is_deleted === box.is_deleted) return []
    const changes = compared(old, box.is_deleted ? undefined : box)
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
function compared(before: ToldBox | undefined, after: ToldBox | undefined): ReturnType<typeof changesOf> {
  const changes = changesOf(fieldsOf(before), fieldsOf(after))
  const keyOf = ({ id, product_id, pieces }: ToldLine) => `${id} ${product_id} ${pieces}`
  const [was, is] = [before?.lines ?? [], after?.lines ?? []]
  const [wasKeys, isKeys] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))]
  const [gone, come] = [
    was.filter((line) => !isKeys.has(keyOf(line))),
    is.filter((line) => !wasKeys.has(keyOf(line))),
  ]
  const textOf = textsFor([...gone, ...come])
  // Lines that differ are told even if their texts are equal, so that no change is told as nothing.
  const contents = (lines: readonly ToldLine[]) =>
    lines.length > 0 && { contents: lines.map(textOf).join(', ') }
  return {
    before: { ...changes.before, ...contents(gone) },
    after: { ...changes.after, ...contents(come) },
  }
}

const fieldsOf = (box: ToldBox | undefined): object => {
  if (!box) return {}
  const { barcode, weight_g, is_sealed } = box
  return { barcode, ...(weight_g !== null && { weight_g }), ...(is_sealed && { is_sealed }) }
}

/** The text of a line. The article tells apart products of one name. */
function textsFor(lines: readonly ToldLine[]): (line: ToldLine) => string {
  const products = new Map<string, Set<number>>()
  for (const { name, product_id } of lines)
    products.set(name, (products.get(name) ?? new Set()).add(product_id))
  return ({ name, article, pieces }) => {
    const isShared = (products.get(name)?.size ?? 0) > 1
    return `${name}${isShared ? ` (${article})` : ''}${pieces}`
  }
}
