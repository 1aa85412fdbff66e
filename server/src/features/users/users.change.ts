import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import { onConstraint } from '../../errors/on-constraint.ts'
import { changedFields, type Fields, nextVersion } from '../../errors/stale.ts'
import { hasOwnAccess, isEmailTrusted } from './users.queries.ts'

const fieldColumns = [
  'users.type',
  'users.status',
  'users.first_name',
  'users.last_name',
  'users.nick_name',
  'users.phone',
  'users.birth_date',
  'users.language',
  'users.avatar',
  'users.warehouse_id',
  'users.position',
  'users.hired_on',
  'users.force_change_password',
  'users.moy_sklad_id',
  'logins.email',
] as const

/**
 * Locks the rows in the order of their ids, so that two calls never wait for each other. Locks the logins
 * too, because after the wait a row that is only joined could be read in an older version.
 * @throws ApiError 401 or 403 if the actor is among the users and has lost their rights meanwhile
 */
export async function lockUsers(db: Db, ids: readonly number[]) {
  const users = await selectForChange(db, ids)
  await db.assertLocked(ids)
  return users
}

const selectForChange = (db: Db, ids: readonly number[]) =>
  db
    .from('users')
    .innerJoin('logins', (join) =>
      join.onRef('logins.company_id', '=', 'users.company_id').onRef('logins.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.full_name', 'users.version', 'users.field_versions', ...fieldColumns])
    .select(sql<boolean>`logins.password_hash is null`.as('is_invited'))
    .select([hasOwnAccess.as('has_own_access'), isEmailTrusted.as('has_trusted_email')])
    .where('users.id', 'in', ids)
    .orderBy('users.id')
    .forNoKeyUpdate(['users', 'logins'])
    .execute()

export type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

/** New values of a person's fields. */
type Changeable = Omit<
  LockedUser,
  'id' | 'full_name' | 'version' | 'field_versions' | 'is_invited' | 'has_own_access' | 'has_trusted_email'
>
/** A new email requires the id of the person who has chosen it. */
type EmailFields = { email?: undefined; email_set_by?: undefined } | { email: string; email_set_by: number }
export type UserFields = Fields<Omit<Changeable, 'email'>> & EmailFields

/** Locks the person's row until the transaction ends. @throws ApiError not_found */
export async function lockWholeUser(db: Db, id: number): Promise<LockedUser> {
  const [user] = await lockUsers(db, [id])
  if (!user) throw new ApiError('not_found')
  return user
}

/**
 * The only function that changes a locked person: the row, its email and its next version. Equal values
 * change nothing.
 * @returns the names of the changed fields
 * @throws ApiError last_owner; 422 if the email is taken
 */
export async function changeUser(
  db: Db,
  user: LockedUser,
  { email_set_by, ...fields }: UserFields,
): Promise<Set<string>> {
  const changed = changedFields<Changeable>(user, fields)
  const names = new Set(Object.keys(changed))
  if (names.size === 0) return names
  const { email, ...columns } = changed
  const isLeaving = (changed.type ?? 'owner') !== 'owner' || changed.status === 'archived'
  if (isLeaving) await keepAnOwner(db, user)
  await db
    .update('users', { ...columns, ...nextVersion(user, changed) })
    .where('id', '=', user.id)
    .execute()
  if (email !== undefined) await changeEmail(db, user.id, { email, email_set_by: email_set_by ?? null })
  db.announce({ entity: 'user', id: user.id, action: 'update' }, 'everyone')
  return names
}

/**
 * Checks that another active owner remains if `user` stops being one. Locks the company's row, so that one of
 * two owners who leave at the same time is refused. A trigger enforces the same rule.
 * @throws ApiError last_owner
 */
async function keepAnOwner(db: Db, user: Pick<LockedUser, 'id' | 'type' | 'status'>): Promise<void> {
  if (user.type !== 'owner' || user.status !== 'active') return
  await db.company().select('companies.id').forNoKeyUpdate().execute()
  const another = await db
    .from('users')
    .select('id')
    .where('type', '=', 'owner')
    .where('status', '=', 'active')
    .where('id', '!=', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!another) throw new ApiError('last_owner')
}

async function changeEmail(
  db: Db,
  userId: number,
  fields: { email: string; email_set_by: number | null },
): Promise<void> {
  await refuseTaken(db, fields.email)
  await db.update('logins', fields).where('user_id', '=', userId).execute().catch(refuseTwice)
  // The new address is unverified, because nobody has opened a link mailed to it.
  await db.update('users', { email_verified_at: null }).where('id', '=', userId).execute()
}

/**
 * Saves the email and the password of a new person; `by` has chosen them. `password_hash`: null until the
 * person has set a password.
 * @throws ApiError 422 if the email is taken
 */
export async function insertLogin(
  db: Db,
  by: number,
  login: { user_id: number; email: string; password_hash: string | null },
): Promise<void> {
  await refuseTaken(db, login.email)
  await db
    .insert('logins', {
      ...login,
      email_set_by: by,
      password_set_by: login.password_hash === null ? null : by,
    })
    .execute()
    .catch(refuseTwice)
}

type Holder = { company_id: number; user_id: number; status: LockedUser['status'] }

// Emails are unique in the installation, so this searches all companies.
async function refuseTaken(db: Db, email: string): Promise<void> {
  const [holder] = await db.query(sql<Holder>`
    select users.company_id, users.id as user_id, users.status
    from logins join users on users.company_id = logins.company_id and users.id = logins.user_id
    where logins.email = ${email}`)
  if (!holder) return
  const isOurArchived = holder.company_id === db.companyId && holder.status === 'archived'
  if (!isOurArchived) throw fieldError('email', 'email_taken')
  throw new ApiError('invalid', [{ path: 'email', key: 'email_archived' }], {
    archived_user_id: holder.user_id,
  })
}

// Somebody else took the email between the check and the write (23505: a row that must be unique).
const refuseTwice = onConstraint({ '23505': () => fieldError('email', 'email_taken') })

/**
 * Deletes a person without history. Every row that refers to them is history.
 * @throws ApiError has_history
 */
export async function deleteUser(db: Db, user: LockedUser): Promise<void> {
  await keepAnOwner(db, user)
  await deleteUnused(db.remove('users').where('id', '=', user.id).execute(), 'has_history')
  db.announce({ entity: 'user', id: user.id, action: 'delete' }, 'everyone')
}
