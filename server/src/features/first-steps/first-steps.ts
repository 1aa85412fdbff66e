import type { Stayed } from '@artel/contract/first-steps/first-steps'
import { firstStepsOf } from '@artel/contract/first-steps/first-steps.names'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { findFirstSteps } from '../../database/first-steps.ts'
import { writeAudit } from '../audit/audit.ts'
import { deleteLegalEntity, lockLegalEntity, toDelete } from '../legal-entities/legal-entities.ts'
import { deleteMedia, findHolders, lockMedia } from '../multimedia/multimedia.ts'
import { deleteProduct, lockProduct } from '../products/products.ts'
import { eraseExampleSupplies } from '../supplies/supplies.ts'
import { eraseExampleTasks } from '../tasks/tasks.ts'
import { deleteWarehouse, lockWarehouse } from '../warehouses/warehouses.ts'
import {
  deleteExample,
  findExample,
  hasOwnRows,
  listMarked,
  lockEntities,
  lockExample,
  lockSets,
  lockStores,
} from './first-steps.queries.ts'

export { addExample } from './first-steps.example.ts'

/** The steps that the actor may take, and the state of the example. */
export async function getFirstSteps(db: Db, actor: Actor) {
  const isOwner = actor.type === 'owner'
  const is_in = (await findExample(db)) !== undefined
  const add = isOwner && !is_in && !(await hasOwnRows(db))
  const steps = await findFirstSteps(db, firstStepsOf(actor.type))
  return { steps, example: { is_in, can: { add, remove: isOwner && is_in } } }
}

type Row = { id: number; title: string; is_used: boolean }

/**
 * Deletes the rows of the example in the order in which they refer to each other.
 * @returns those that stay because the company has used them
 */
export async function removeExample(db: Db, actor: Actor): Promise<Stayed[]> {
  if (!(await lockExample(db))) return []
  const marked = await listMarked(db)
  const stayed: Stayed[] = []
  const keep = (entity: Stayed['entity'], rows: readonly { id: number; title: string }[]) =>
    stayed.push(...rows.map(({ id, title }) => ({ entity, id, title })))
  const clear = async (
    entity: Stayed['entity'],
    rows: readonly Row[],
    remove: (id: number) => Promise<void>,
  ) => {
    for (const { id, is_used } of rows) if (!is_used) await remove(id)
    keep(
      entity,
      rows.filter(({ is_used }) => is_used),
    )
  }
  keep('task', await eraseExampleTasks(db, actor, marked('task_id')))
  keep('supply', await eraseExampleSupplies(db, actor, marked('supply_id')))
  await clear('product', await lockSets(db, marked('product_id')), async (id) =>
    deleteProduct(db, actor, await lockProduct(db, actor, id)),
  )
  await clear('legal_entity', await lockEntities(db, marked('legal_entity_id')), async (id) =>
    deleteLegalEntity(db, actor, toDelete(actor, await lockLegalEntity(db, id))),
  )
  await clear('warehouse', await lockStores(db, marked('warehouse_id')), async (id) =>
    deleteWarehouse(db, actor, await lockWarehouse(db, actor, id)),
  )
  for (const id of marked('multimedia_id')) await removePhoto(db, actor, id)
  await deleteExample(db)
  await writeAudit(db, actor, {
    action: 'example_remove',
    entity: 'company',
    id: db.companyId,
    ...(stayed.length > 0 && { after: { stayed: stayed.length } }),
  })
  db.announce({ entity: 'company', id: db.companyId, action: 'update' }, 'everyone')
  return stayed
}

/** Deletes a photo of the example unless something shows it. */
async function removePhoto(db: Db, actor: Actor, id: number): Promise<void> {
  const photo = await lockMedia(db, actor, id)
  const holders = await findHolders(db, id)
  if (holders.every((table) => table === 'example_rows')) await deleteMedia(db, actor, photo)
}
