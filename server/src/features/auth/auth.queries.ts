import type { Locale } from '@artel/contract/shapes/primitives'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { now } from '../../clock.ts'
import type { Root, Tables } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { lockPerson } from '../../database/lock-person.ts'
import { deleteRows } from '../../database/upkeep.ts'
import { hashToken, makeToken } from '../../token.ts'
import { isEmailTrusted } from '../users/users.ts'

export type Person = Pick<Actor, 'companyId' | 'userId'>
export type LinkKind = Tables['mailed_links']['kind']

/** The sealed secret of the person's confirmed second factor; null: they have none. Each new factor has another one. */
const confirmedSecret = sql<string | null>`(
  select factor.secret from totp_factors as factor
  where factor.company_id = logins.company_id and factor.user_id = logins.user_id and factor.confirmed_at is not null
)`

const logins = (root: Root) =>
  root
    .selectFrom('logins')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'logins.company_id').onRef('users.id', '=', 'logins.user_id'),
    )
    .innerJoin('companies', 'companies.id', 'logins.company_id')
    .select([
      'logins.company_id',
      'logins.user_id',
      'logins.email',
      'logins.password_hash',
      'logins.device_epoch',
      'users.type',
      'users.status',
      'users.first_name',
      'users.full_name',
      'users.language',
      'companies.is_active',
    ])
    .select(isEmailTrusted.as('is_email_trusted'))
    .select(confirmedSecret.as('factor_secret'))

/** The login with an email, in all companies. */
export const findLogin = (root: Root, email: string) =>
  logins(root).where('logins.email', '=', email).executeTakeFirst()

export const getLogin = (root: Root, { companyId, userId }: Person) =>
  logins(root)
    .where('logins.company_id', '=', companyId)
    .where('logins.user_id', '=', userId)
    .executeTakeFirstOrThrow()

export type Login = Awaited<ReturnType<typeof getLogin>>

const updateLogin = (root: Root, { companyId, userId }: Person) =>
  root.updateTable('logins').where('company_id', '=', companyId).where('user_id', '=', userId)

const updateUser = (root: Root, { companyId, userId }: Person) =>
  root.updateTable('users').where('company_id', '=', companyId).where('id', '=', userId)

/** Saves a password that `by` has chosen for the person. */
export async function updateGivenPassword(
  root: Root,
  person: Person,
  passwordHash: string,
  by: number,
): Promise<void> {
  await updateLogin(root, person)
    .set({ password_hash: passwordHash, password_set_by: by, ...nextEpoch })
    .execute()
}

/**
 * Saves the person's own change of a password. Keeps its author, because anybody who knew the old password
 * could have made the change.
 */
export async function updateOwnPassword(root: Root, person: Person, passwordHash: string): Promise<void> {
  await updateLogin(root, person)
    .set({ password_hash: passwordHash, ...nextEpoch })
    .execute()
  await endForcedChange(root, person)
}

/**
 * Saves a password that was set by a mailed link. Its author is the person if their email is trusted,
 * otherwise the author of the email.
 */
export async function updateMailedPassword(root: Root, person: Person, passwordHash: string): Promise<void> {
  const password_set_by = sql<number>`case when ${isEmailTrusted} then user_id else email_set_by end`
  await updateLogin(root, person)
    .set({ password_hash: passwordHash, password_set_by, ...nextEpoch })
    .execute()
  await endForcedChange(root, person)
}

const endForcedChange = (root: Root, person: Person) =>
  updateUser(root, person).set({ force_change_password: false, version: sql`version + 1` }).execute()

// Somebody who knew the old password could have collected many known browsers, each of which has its own
// limit.
const nextEpoch = { device_epoch: sql<number>`device_epoch + 1` }

/** Deletes the password, and makes all known browsers of the account unknown. */
export async function deletePassword(root: Root, person: Person): Promise<void> {
  const none = { password_hash: null, password_set_by: null }
  await updateLogin(root, person)
    .set({ ...none, ...nextEpoch })
    .execute()
  await updateUser(root, person).set({ force_change_password: false }).execute()
}

/** Records `by` as the author of the email. */
export async function updateEmailAuthor(root: Root, person: Person, by: number): Promise<void> {
  await updateLogin(root, person).set({ email_set_by: by }).execute()
}

/** Records that the person has opened a link mailed to the address that they sign in with. */
export async function markEmailVerified(root: Root, person: Person): Promise<void> {
  await updateUser(root, person)
    .set({ email_verified_at: now().toISOString() })
    .where('email_verified_at', 'is', null)
    .execute()
}

/**
 * Saves a new address whose mailed link was opened. Its author is the author of the password, because the
 * password was needed to request the address.
 */
export async function updateEmail(root: Root, person: Person, email: string): Promise<void> {
  await updateLogin(root, person).set({ email, email_set_by: sql`password_set_by` }).execute()
  await updateUser(root, person)
    .set({
      email_verified_at: now().toISOString(),
      version: sql`version + 1`,
      field_versions: sql`field_versions || jsonb_build_object('email', version + 1)`,
    })
    .execute()
}

/**
 * Creates a link and replaces the earlier link of its kind, which stops working.
 * @returns the link's token; only its hash is stored
 */
export async function upsertLink(
  root: Root,
  link: Person & { kind: LinkKind; email: string; lifeMs: number },
): Promise<string> {
  const token = makeToken()
  const fresh = {
    token_hash: hashToken(token),
    email: link.email,
    expires_at: new Date(now().getTime() + link.lifeMs).toISOString(),
    used_at: null,
  }
  await root
    .insertInto('mailed_links')
    .values({ kind: link.kind, company_id: link.companyId, user_id: link.userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'kind']).doUpdateSet(fresh))
    .execute()
  return token
}

/** A link that has not expired. */
export const findLink = (root: Root, kinds: readonly LinkKind[], token: string) =>
  root
    .selectFrom('mailed_links')
    .select(['kind', 'company_id', 'user_id', 'email', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()

/** Same, but locks the link's person first, so that only one of several concurrent calls uses the link. */
export async function lockLink(root: Root, kinds: readonly LinkKind[], token: string) {
  const link = await findLink(root, kinds, token)
  if (!link) return undefined
  await lockPerson(root, { companyId: link.company_id, userId: link.user_id })
  return findLink(root, kinds, token)
}

export async function markLinkUsed(root: Root, token: string): Promise<void> {
  await root
    .updateTable('mailed_links')
    .set({ used_at: now().toISOString() })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

export async function deleteLinks(
  root: Root,
  { companyId, userId }: Person,
  ...kinds: readonly LinkKind[]
): Promise<void> {
  await root
    .deleteFrom('mailed_links')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute()
}

export const deleteOldLinks = (root: Root, signal: AbortSignal): Promise<void> =>
  deleteRows(root, 'mailed_links', sql`expires_at < ${now().toISOString()}`, signal)

export async function updateLanguage(db: Db, userId: number, language: Locale): Promise<void> {
  await db.update('users', { language }).where('id', '=', userId).execute()
}

export async function hasDemoCompany(root: Root): Promise<boolean> {
  const row = await root.selectFrom('companies').select('id').where('is_demo', '=', true).executeTakeFirst()
  return row !== undefined
}
