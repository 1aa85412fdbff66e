import type { UserBulk } from '@artel/contract/users/personnel'
import { doEach } from '../../errors/do-each.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { changeUser, findUserIds, type LockedUser, lockUsers, toLead } from '../users/users.ts'
import { lockWarehouseShared } from '../warehouses/warehouses.ts'
import type { PersonnelContext } from './personnel.office.ts'
import { moveTo, statusEntry } from './personnel.ts'

/** Maximum people that one transaction changes. */
const most = 1000

type Outcome = { changed: number; refused: { id: number; code: string }[] }

/**
 * Applies one action to many people. Returns those that cannot be changed with the reason, and changes the
 * others.
 * @throws ApiError 422 for a warehouse that does not exist, or a filter that matches too many people
 */
export async function changePeople(office: PersonnelContext, bulk: UserBulk): Promise<Outcome> {
  const { db } = office
  if (bulk.action === 'warehouse' && bulk.value !== null) await lockWarehouseShared(db, bulk.value, 'value')
  const ids = [...new Set(bulk.ids ?? (await findWanted(office, bulk)))]
  const users = ids.length === 0 ? [] : await lockUsers(db, ids)
  const found = new Set(users.map(({ id }) => id))
  const refused: Outcome['refused'] = ids
    .filter((id) => !found.has(id))
    .map((id) => ({ id, code: 'not_found' }))
  const moved: LockedUser[] = []
  const { results, refusals } = await doEach(users, async (user) => {
    if (await apply(office, user, bulk)) moved.push(user)
  })
  for (const [id, { code }] of refusals) refused.push({ id, code })
  await auditMoves(office, bulk, moved)
  return { changed: results.length, refused }
}

async function findWanted({ db, actor }: PersonnelContext, { filter = {} }: UserBulk): Promise<number[]> {
  const ids = await findUserIds(db, actor, filter, most + 1)
  if (ids.length > most) throw fieldError('filter', 'too_many', { maximum: most })
  return ids
}

/**
 * @returns whether anything has changed. Throws every refusal before it writes anything about that person.
 */
async function apply(office: PersonnelContext, user: LockedUser, bulk: UserBulk): Promise<boolean> {
  const led = toLead(office.actor, user)
  if (bulk.action === 'warehouse') {
    return (await changeUser(office.db, led, { warehouse_id: bulk.value })).size > 0
  }
  // A person who selects everybody does not mean to archive themself.
  if (bulk.action === 'archive' && user.id === office.actor.userId) throw new ApiError('forbidden')
  const isLeaving = bulk.action === 'archive'
  return moveTo(office, led, {
    status: isLeaving ? 'archived' : 'active',
    release_tasks: isLeaving && bulk.release_tasks,
  })
}

async function auditMoves(
  { db, actor }: PersonnelContext,
  bulk: UserBulk,
  moved: readonly LockedUser[],
): Promise<void> {
  if (moved.length === 0) return
  const status = bulk.action === 'archive' ? 'archived' : 'active'
  const parts = moved.map((user) =>
    bulk.action === 'warehouse' ? warehouseEntry(user, bulk.value) : statusEntry(user, status),
  )
  const action = bulk.action === 'warehouse' ? 'update' : bulk.action
  await writeAudit(db, actor, { action, entity: 'user', id: null }, parts)
}

const warehouseEntry = ({ id, full_name, warehouse_id }: LockedUser, value: number | null) => ({
  action: 'update' as const,
  entity: 'user' as const,
  id,
  title: full_name,
  before: { warehouse_id },
  after: { warehouse_id: value },
})
