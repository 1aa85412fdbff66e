import type { Locale } from '@artel/contract/primitives'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'

/** The person behind an email, over all companies. */
export const findLogin = (root: Root, email: string) =>
  root
    .selectFrom('logins')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'logins.company_id').onRef('users.id', '=', 'logins.user_id'),
    )
    .innerJoin('companies', 'companies.id', 'logins.company_id')
    .select([
      'logins.company_id',
      'logins.user_id',
      'logins.password_hash',
      'users.status',
      'companies.is_active',
    ])
    .where('logins.email', '=', email)
    .executeTakeFirst()

export async function updateLanguage(db: Db, userId: number, language: Locale): Promise<void> {
  await db.update('users', { language }).where('id', '=', userId).execute()
}

export async function hasDemoCompany(root: Root): Promise<boolean> {
  const row = await root.selectFrom('companies').select('id').where('is_demo', '=', true).executeTakeFirst()
  return row !== undefined
}
