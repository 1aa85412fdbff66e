import type { Unfinished, UserDraft, UserPatch } from '@artel/contract/users/personnel'
import type { UserStatus } from '@artel/contract/users/users.line'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { changedSince, refuseStale } from '../../errors/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import {
  confirmEmailOf,
  dropEmail,
  givePassword,
  hashGiven,
  invite,
  resetTotp,
  revokeAccess,
} from '../auth/auth.ts'
import { findOnShiftSince, leaveShift } from '../hours/hours.ts'
import { countOpenOrders } from '../orders/orders.ts'
import { countUnfinished, leaveTasks } from '../tasks/tasks.ts'
import {
  changeUser,
  deleteUser,
  getUser,
  insertLogin,
  type LockedUser,
  lockWholeUser,
  refuseUnborn,
  toLead,
  toOwn,
  type UserFields,
} from '../users/users.ts'
import { lockWarehouseShared } from '../warehouses/warehouses.ts'
import { type LedUser, type PersonnelContext, personOf } from './personnel.office.ts'
import { finishPromotion, preparePromotion } from './personnel.promotion.ts'

/** Creates a user. Without a password it mails an invitation. @throws ApiError forbidden; 422 at the field */
export async function createUser(context: PersonnelContext, draft: UserDraft): Promise<number> {
  const { db, root, actor, secretKey } = context
  const { email, password, force_change_password, ...fields } = toLead(actor, draft)
  refuseUnborn(actor, fields.birth_date)
  if (fields.warehouse_id) await lockWarehouseShared(db, fields.warehouse_id, 'warehouse_id')
  const passwordHash = password ? await hashGiven(actor, password, email) : null
  const { id, full_name } = await db
    .insert('users', {
      ...fields,
      force_change_password: password ? (force_change_password ?? true) : false,
      created_at: nowIso(),
    })
    .returning(['id', 'full_name'])
    .executeTakeFirstOrThrow()
  await insertLogin(db, actor.userId, { user_id: id, email, password_hash: passwordHash })
  if (!password) await invite(root, secretKey, actor, personOf(context, id))
  // Its own name for the field, because the audit log masks fields that are named like a password.
  const after = {
    full_name,
    ...dataOf({ ...fields, email }),
    ...(password && { must_be_replaced: force_change_password ?? true }),
  }
  await writeAudit(db, actor, { action: 'create', entity: 'user', id, title: full_name, after })
  db.announce({ entity: 'user', id, action: 'create' }, 'everyone')
  return id
}

/**
 * Changes the fields that are sent. A promotion voids a password that somebody else may know.
 * @returns the address to which a link for a new password was mailed, or null
 * @throws ApiError forbidden; last_owner; 422 at the field; stale if somebody else has changed one of the
 * fields since the version on which the patch is based
 */
export async function changePerson(
  context: PersonnelContext,
  id: number,
  patch: UserPatch,
): Promise<string | null> {
  const { db, actor } = context
  const { version, password, email, ...fields } = patch
  const user = toLead(actor, await lockWholeUser(db, id))
  if (fields.type !== undefined && fields.type !== user.type) toOwn(actor, user)
  assertNotSelf(actor, user, patch)
  refuseUnborn(actor, fields.birth_date)
  await refuseStale(version, user, patch, {
    findChanged: (since) => changedSince(user, since),
    findChange: (names) => findLastChange(db, 'user', id, names),
    readCurrent: () => getUser(db, actor, id),
  })
  if (fields.warehouse_id) {
    await lockWarehouseShared(db, fields.warehouse_id, 'warehouse_id', user.warehouse_id)
  }
  const promotion = await preparePromotion(context, user, patch)
  const passwordHash = password && (await hashGiven(actor, password, email ?? user.email))
  const mustChange = passwordHash ? (fields.force_change_password ?? true) : fields.force_change_password
  const wanted = {
    ...fields,
    force_change_password: mustChange,
    ...(email !== undefined && { email, email_set_by: actor.userId }),
  }
  const changed = await changeUser(db, user, wanted)
  await applyAccessChange(context, user, changed, promotion === null)
  if (passwordHash) {
    await givePassword(context.root, context.secretKey, actor, personOf(context, id), passwordHash)
  }
  await auditAccess(context, user, wanted, changed, Boolean(passwordHash))
  await auditData(context, user, fields)
  return promotion ? finishPromotion(context, user, promotion) : null
}

// People change their own password and email in the profile, which asks for the current password.
function assertNotSelf(actor: Actor, user: LedUser, patch: UserPatch): void {
  if (user.id !== actor.userId) return
  if (patch.password !== undefined) throw fieldError('password', 'own_password')
  if (patch.email !== undefined && patch.email !== user.email) throw fieldError('email', 'own_email')
}

/**
 * Applies the effects of a new type or email: ends sessions, deletes mailed links, and mails to the right
 * address.
 */
async function applyAccessChange(
  context: PersonnelContext,
  user: LedUser,
  changed: ReadonlySet<string>,
  mayInvite: boolean,
): Promise<void> {
  const { root, secretKey, actor } = context
  const person = personOf(context, user.id)
  if (changed.has('type')) await revokeAccess(root, person)
  if (!changed.has('email')) return
  await dropEmail(root, secretKey, person, user.email)
  if (mayInvite && user.is_invited && user.status === 'active') await invite(root, secretKey, actor, person)
}

const accessFields = [
  { action: 'type_change', field: 'type' },
  { action: 'email_change', field: 'email' },
] as const

async function auditAccess(
  { db, actor }: PersonnelContext,
  user: LedUser,
  fields: UserFields,
  changed: ReadonlySet<string>,
  hasPassword: boolean,
): Promise<void> {
  const entry = { entity: 'user', id: user.id, title: user.full_name } as const
  for (const { action, field } of accessFields) {
    if (!changed.has(field)) continue
    const change = { before: { [field]: user[field] }, after: { [field]: fields[field] } }
    await writeAudit(db, actor, { ...entry, action, ...change })
  }
  // Uses another field name, because the audit log masks fields that are named like a password.
  const told = changed.has('force_change_password')
    ? {
        before: { must_be_replaced: user.force_change_password },
        after: { must_be_replaced: fields.force_change_password },
      }
    : {}
  if (hasPassword || changed.has('force_change_password')) {
    await writeAudit(db, actor, { ...entry, action: 'password_change', ...told })
  }
}

/** Fields of a created person for the audit log. A new field compiles only once it is here. */
const dataNames = {
  type: true,
  email: true,
  first_name: true,
  last_name: true,
  nick_name: true,
  phone: true,
  birth_date: true,
  language: true,
  warehouse_id: true,
  position: true,
  hired_on: true,
} as const satisfies Record<Exclude<keyof UserDraft, 'password' | 'force_change_password'>, true>

const dataOf = (user: Pick<UserDraft, keyof typeof dataNames>): object =>
  Object.fromEntries(Object.entries(user).filter(([name, value]) => name in dataNames && value !== null))

/** Writes an audit entry about personal data, which people also change in their profile. */
async function auditData({ db, actor }: PersonnelContext, user: LedUser, fields: UserFields): Promise<void> {
  const { type, email, force_change_password, ...data } = fields
  const changes = changesOf(user, { ...user, ...withoutUnsent(data) })
  if (Object.keys(changes.after).length === 0) return
  const entry = { action: 'update', entity: 'user', id: user.id, title: user.full_name } as const
  await writeAudit(db, actor, { ...entry, ...changes })
}

const withoutUnsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type Leaving = { status: UserStatus; release_tasks: boolean }

/**
 * Archives or restores a person. Archiving ends their access, their shift and their work on tasks. An equal
 * status changes nothing.
 * @returns whether the status changed
 * @throws ApiError last_owner, before anything is written
 */
export async function moveTo(
  context: PersonnelContext,
  user: LedUser,
  { status, release_tasks }: Leaving,
): Promise<boolean> {
  const { db, root, actor } = context
  const changed = await changeUser(db, user, { status })
  if (changed.size === 0) return false
  if (status === 'archived') {
    await leaveShift(db, actor, user.id)
    await leaveTasks(db, actor, user.id, release_tasks)
    await revokeAccess(root, personOf(context, user.id))
  }
  return true
}

/** Archives or restores one person. */
export async function setStatus(context: PersonnelContext, id: number, leaving: Leaving): Promise<void> {
  const { db, actor } = context
  const user = toLead(actor, await lockWholeUser(db, id))
  if (await moveTo(context, user, leaving)) await writeAudit(db, actor, statusEntry(user, leaving.status))
}

/** The audit entry of a person who was archived or restored. */
export const statusEntry = (user: Pick<LockedUser, 'id' | 'full_name' | 'status'>, status: UserStatus) => ({
  action: status === 'archived' ? ('archive' as const) : ('restore' as const),
  entity: 'user' as const,
  id: user.id,
  title: user.full_name,
  before: { status: user.status },
  after: { status },
})

/** @throws ApiError wrong_state if the person already has a password or is archived */
export async function inviteAgain(context: PersonnelContext, id: number): Promise<void> {
  const user = toLead(context.actor, await lockWholeUser(context.db, id))
  if (!user.is_invited || user.status !== 'active') throw new ApiError('wrong_state')
  const { root, secretKey, actor } = context
  const person = personOf(context, id)
  // Only owners invite admins and owners, and they see the address, so the invitation confirms it.
  if (user.type !== 'staff' && !user.has_trusted_email) {
    await confirmEmailOf(root, actor, person)
    context.db.announce({ entity: 'user', id, action: 'update' }, 'everyone')
  }
  const email = await invite(root, secretKey, actor, person)
  const entry = { action: 'invite', entity: 'user', id, title: user.full_name, after: { email } } as const
  await writeAudit(context.db, actor, entry)
}

/**
 * Removes a person's second factor.
 * @throws ApiError forbidden for the actor's own; wrong_state if there is none
 */
export async function removeTotp(context: PersonnelContext, id: number): Promise<void> {
  const { db, root, actor, secretKey } = context
  const user = toOwn(actor, await lockWholeUser(db, id))
  // The profile requires a code, because a session that was left open must not be enough.
  if (user.id === actor.userId) throw new ApiError('forbidden')
  if (!(await resetTotp(root, secretKey, actor, personOf(context, id)))) throw new ApiError('wrong_state')
  db.announce({ entity: 'user', id, action: 'update' }, 'everyone')
}

/** Deletes a person without history. @throws ApiError has_history; last_owner */
export async function erase({ db, actor }: PersonnelContext, id: number): Promise<void> {
  const user = toOwn(actor, await lockWholeUser(db, id))
  await deleteUser(db, user)
  // Leaves out the phone and the birthday, because a deletion also removes personal data.
  const { full_name, type, email } = user
  const before = { full_name, type, email }
  await writeAudit(db, actor, { action: 'delete', entity: 'user', id, title: full_name, before })
}

/**
 * Open matters of a person before they leave: shift, tasks, orders, balances.
 * @throws ApiError not_found; forbidden
 */
export async function listUnfinished(db: Db, actor: Actor, id: number): Promise<Unfinished> {
  const { money, coins } = toLead(actor, await getUser(db, actor, id))
  const [tasks, open_orders] = [await countUnfinished(db, id), await countOpenOrders(db, id)]
  return { on_shift_since: await findOnShiftSince(db, id), ...tasks, open_orders, money, coins }
}
