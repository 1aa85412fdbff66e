import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { writeAudit } from '../audit/audit.ts'

type Named = { id: number; title: string }

// What has left, was scanned, printed or palletized, or came from a file is a supply of the company, as is one with a set
// or a task of its own.
const isUsed = sql<boolean>`(
  supplies.status in ('shipped', 'accepted')
  or exists (select from supply_scans as s where s.company_id = supplies.company_id and s.supply_id = supplies.id)
  or exists (select from supply_pallets as l where l.company_id = supplies.company_id and l.supply_id = supplies.id)
  or exists (select from prints as r where r.company_id = supplies.company_id and r.supply_id = supplies.id)
  or exists (select from imports as i where i.company_id = supplies.company_id and i.supply_id = supplies.id)
  or exists (select from tasks as t where t.company_id = supplies.company_id and t.supply_id = supplies.id)
  or exists (
    select from supply_products as p
    where p.company_id = supplies.company_id and p.supply_id = supplies.id and not exists (
      select from example_rows as mark where mark.company_id = p.company_id and mark.product_id = p.product_id
    )
  )
)`

/**
 * Deletes supplies of the example with their boxes for good, also those that are in the trash. The database refuses
 * this for any other supply.
 * @returns the supplies that stay because somebody has used them
 */
export async function eraseExampleSupplies(db: Db, actor: Actor, ids: readonly number[]): Promise<Named[]> {
  if (ids.length === 0) return []
  // In a statement of its own, because what others write meanwhile is seen only by the next one.
  await db.from('supplies').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const rows = await db
    .from('supplies')
    .select(['id', 'number as title', isUsed.as('is_used')])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const { id, title, is_used } of rows) if (!is_used) await erase(db, actor, { id, title })
  return rows.filter(({ is_used }) => is_used).map(({ id, title }) => ({ id, title }))
}

async function erase(db: Db, actor: Actor, { id, title }: Named): Promise<void> {
  await db.update('example_rows', { is_leaving: true }).where('supply_id', '=', id).execute()
  // Boxes change only in an open supply. Somebody else may have its number by now if it was in the trash.
  const reopened = { status: 'draft', number: `~${id}`, deleted_at: null, deleted_by: null } as const
  await db
    .update('supplies', { ...reopened, updated_at: nowIso() })
    .where('id', '=', id)
    .execute()
  await db
    .update('supply_boxes', { sealed_at: null, sealed_by: null })
    .where('supply_id', '=', id)
    .where('sealed_at', 'is not', null)
    .execute()
  await db.remove('supply_box_items').where('supply_id', '=', id).execute()
  await db.remove('supply_products').where('supply_id', '=', id).execute()
  await deleteUnused(db.remove('supply_boxes').where('supply_id', '=', id).execute())
  await deleteUnused(db.remove('supplies').where('id', '=', id).execute())
  await writeAudit(db, actor, {
    action: 'delete',
    entity: 'supply',
    id,
    title,
    before: { number: title },
  })
  db.announce({ entity: 'supply', id, action: 'delete' }, 'everyone')
}
