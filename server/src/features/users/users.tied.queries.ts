import type { FieldVersions } from '@artel/contract/primitives'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

type Sought = {
  ids: readonly number[]
  moySkladIds: readonly string[]
  emails: readonly string[]
  names: readonly string[]
}

/** A person as another service would know them. */
export type TiedUser = {
  id: number
  full_name: string
  email: string
  status: string
  moy_sklad_id: string | null
  version: number
  field_versions: FieldVersions
}

/**
 * People who are tied to one of `moySkladIds`, have one of `ids` or `emails` (in small letters), or are called one of
 * `names`.
 */
export const findTiedUsers = (db: Db, { ids, moySkladIds, emails, names }: Sought): Promise<TiedUser[]> =>
  db
    .from('users')
    .innerJoin('logins', (join) =>
      join.onRef('logins.company_id', '=', 'users.company_id').onRef('logins.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.full_name', 'users.status', 'users.moy_sklad_id', 'users.version'])
    .select(['users.field_versions', 'logins.email'])
    .where(sql<boolean>`(users.moy_sklad_id = any(${sql.val([...moySkladIds])}::text[])
      or users.id = any(${sql.val([...ids])}::bigint[]) or logins.email = any(${sql.val([...emails])}::text[])
      or lower(users.full_name) = any(array(select lower(one) from unnest(${sql.val([...names])}::text[]) as one)))`)
    .orderBy('users.id')
    .execute()
