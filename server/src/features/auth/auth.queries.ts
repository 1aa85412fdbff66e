import type { Locale } from '@artel/contract/primitives'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { now } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Root, Tables } from '../../database/open.ts'
import { hashToken, makeToken } from '../../http/token.ts'

export type Person = Pick<Actor, 'companyId' | 'userId'>
export type LinkKind = Tables['mailed_links']['kind']

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
      'users.status',
      'users.first_name',
      'users.full_name',
      'users.language',
      'companies.is_active',
    ])

/** The person behind an email, over all companies. */
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

export async function setPasswordHash(root: Root, person: Person, passwordHash: string): Promise<void> {
  await updateLogin(root, person).set({ password_hash: passwordHash }).execute()
}

/** A password of the person's own choosing. */
export async function updatePassword(root: Root, person: Person, passwordHash: string): Promise<void> {
  await setPasswordHash(root, person, passwordHash)
  await updateUser(root, person).set({ force_change_password: false, version: sql`version + 1` }).execute()
}

/** They have opened what was mailed to the address that they sign in with. */
export async function markEmailVerified(root: Root, person: Person): Promise<void> {
  await updateUser(root, person)
    .set({ email_verified_at: now().toISOString() })
    .where('email_verified_at', 'is', null)
    .execute()
}

/** The address is the person's: they have opened what was mailed to it. */
export async function updateEmail(root: Root, person: Person, email: string): Promise<void> {
  await updateLogin(root, person).set({ email }).execute()
  await updateUser(root, person)
    .set({
      email_verified_at: now().toISOString(),
      version: sql`version + 1`,
      field_versions: sql`field_versions || jsonb_build_object('email', version + 1)`,
    })
    .execute()
}

/**
 * Makes a link in place of an earlier one of its kind, which works no longer.
 * @returns the link's token, which is stored nowhere
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

/** A link that may still be opened; its row is held until the transaction ends, so that one of many uses it. */
export const findLink = (root: Root, kinds: readonly LinkKind[], token: string) =>
  root
    .selectFrom('mailed_links')
    .select(['company_id', 'user_id', 'email', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now().toISOString())
    .forUpdate()
    .executeTakeFirst()

export async function markLinkUsed(root: Root, token: string): Promise<void> {
  await root
    .updateTable('mailed_links')
    .set({ used_at: now().toISOString() })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

export async function deleteLinks(root: Root, { companyId, userId }: Person, kind: LinkKind): Promise<void> {
  await root
    .deleteFrom('mailed_links')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

export async function deleteOldLinks(root: Root): Promise<void> {
  await root.deleteFrom('mailed_links').where('expires_at', '<', now().toISOString()).execute()
}

export async function updateLanguage(db: Db, userId: number, language: Locale): Promise<void> {
  await db.update('users', { language }).where('id', '=', userId).execute()
}

export async function hasDemoCompany(root: Root): Promise<boolean> {
  const row = await root.selectFrom('companies').select('id').where('is_demo', '=', true).executeTakeFirst()
  return row !== undefined
}
