import type { MoySkladUserTie } from '@artel/contract/moysklad/moysklad.items'
import type { EmployeeData } from '@artel/contract/moysklad/moysklad.stored'
import type { Actor } from '../../../access/actor.ts'
import type { Allowed } from '../../../access/allowed.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { onConstraint } from '../../../errors/on-constraint.ts'
import { changedSince, refuseStale } from '../../../errors/stale.ts'
import { findLastChange, writeAudit } from '../../audit/audit.ts'
import {
  changeUser,
  findLinkedUsers,
  type LinkedUser,
  type LockedUser,
  lockWholeUser,
} from '../../users/users.ts'
import { toTie } from '../moysklad.policy.ts'
import { findConnection, findCursors } from '../moysklad.queries.ts'
import { announce } from '../moysklad.ts'
import { replan } from '../sync/plan.ts'
import { decideItems, findItems, type WaitingItem } from './items.queries.ts'
import { findDecidedOf, findFreeEmployees, lockEmployee } from './users.queries.ts'

const maxCandidates = 200

/** The MoySklad employee that a person is linked to, and those that may match. @throws ApiError not_found */
export async function getUserTie(db: Db, id: number): Promise<MoySkladUserTie> {
  const user = await findUser(db, id)
  const connection = await findConnection(db)
  const isConnected = connection?.parts.includes('employee') ?? false
  const cursor = (await findCursors(db)).find(({ part }) => part === 'employee')
  return {
    is_connected: isConnected,
    tied_to: user.moy_sklad_id === null ? null : await describeEmployee(db, user.moy_sklad_id),
    candidates: isConnected ? await listCandidates(db, user) : [],
    succeeded_at: cursor?.succeeded_at ?? null,
    version: user.version,
  }
}

async function findUser(db: Db, id: number): Promise<LinkedUser> {
  const [user] = await findLinkedUsers(db, { ids: [id], moySkladIds: [], emails: [], names: [] })
  if (!user) throw new ApiError('not_found')
  return user
}

async function describeEmployee(db: Db, moySkladId: string): Promise<MoySkladUserTie['tied_to']> {
  const item = await lockEmployee(db, moySkladId, false)
  // The connection was deleted or belongs to another account now, so only the id is known.
  if (!item) {
    const nothing = { login: null, email: null, phone: null, position: null, url: null, updated_at: null }
    return { moy_sklad_id: moySkladId, name: moySkladId, is_gone: true, ...nothing }
  }
  const { name, login, email, phone, position } = item.data as EmployeeData // the kind determines the type
  return {
    moy_sklad_id: moySkladId,
    name,
    login,
    email,
    phone,
    position,
    is_gone: item.gone_at !== null,
    url: item.url,
    updated_at: item.their_updated_at,
  }
}

async function listCandidates(db: Db, user: LinkedUser): Promise<MoySkladUserTie['candidates']> {
  const rows = await findFreeEmployees(db, user, maxCandidates)
  return rows.map(({ moy_sklad_id, data, has_email, has_name }) => {
    const { name, email, position } = data as EmployeeData // the kind determines the type
    const matches = [...(has_email ? ['email' as const] : []), ...(has_name ? ['name' as const] : [])]
    return { moy_sklad_id, name, email, position, matches }
  })
}

type Patch = { moy_sklad_id: string | null; version?: number | undefined }

/** Locks a person until the transaction ends. @throws ApiError not_found, forbidden */
export const lockToTie = async (db: Db, actor: Actor, id: number): Promise<Allowed<LockedUser, 'tie'>> =>
  toTie(actor, await lockWholeUser(db, id))

/**
 * Links a person to a MoySklad employee; null removes the link.
 * @throws ApiError 422 at `moy_sklad_id`; stale;
 * wrong_state if employees are not synced or the person is archived
 */
export async function tieUser(
  db: Db,
  actor: Actor,
  user: Allowed<LockedUser, 'tie'>,
  { moy_sklad_id, version }: Patch,
): Promise<void> {
  await refuseStale<LockedUser>(
    version,
    user,
    { moy_sklad_id },
    {
      findChanged: (since) => changedSince(user, since),
      findChange: (names) => findLastChange(db, 'user', user.id, names),
      readCurrent: () => getUserTie(db, user.id),
    },
  )
  if (user.moy_sklad_id === moy_sklad_id) return
  if (moy_sklad_id !== null) await refuseEmployee(db, user, moy_sklad_id)
  const item = moy_sklad_id === null ? undefined : await lockEmployee(db, moy_sklad_id, true)
  const former = await findDecidedOf(db, user)
  await changeUser(db, user, { moy_sklad_id }).catch(refuseRace)
  const [before, after] = [{ moy_sklad_id: user.moy_sklad_id }, { moy_sklad_id }]
  const entry = { action: 'update', entity: 'user', id: user.id, title: user.full_name } as const
  await writeAudit(db, actor, { ...entry, before, after })
  await deleteDecisions(db, [...former, ...(item ? [item] : [])])
  announce(db)
}

/** @throws ApiError wrong_state; 422 */
async function refuseEmployee(db: Db, user: LockedUser, moySkladId: string): Promise<void> {
  const connection = await findConnection(db)
  if (!connection?.parts.includes('employee') || user.status !== 'active') throw new ApiError('wrong_state')
  const item = await lockEmployee(db, moySkladId, true)
  if (!item || item.gone_at !== null) throw fieldError('moy_sklad_id', 'moy_sklad_no_ours')
  const [holder] = await findLinkedUsers(db, { ids: [], moySkladIds: [moySkladId], emails: [], names: [] })
  if (holder) throw fieldError('moy_sklad_id', 'moy_sklad_tied_elsewhere', { title: holder.full_name })
}

// Another transaction has linked the employee between the check and the write.
const refuseRace = onConstraint({
  users_moy_sklad: () => fieldError('moy_sklad_id', 'moy_sklad_taken_now'),
})

/**
 * Clears earlier decisions about employees that were made on the mapping page, because this link is newer.
 */
async function deleteDecisions(db: Db, items: readonly Pick<WaitingItem, 'id'>[]): Promise<void> {
  const connection = await findConnection(db)
  const ids = items.map(({ id }) => id)
  if (!connection || ids.length === 0) return
  await decideItems(db, ids, null, null)
  const terms = { organizationId: connection.organization_id, owners: connection.owners }
  await replan(db, await findItems(db, ids), terms)
}
