import type { FieldVersions } from '@artel/contract/shapes/primitives'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

type Sought = {
  ids: readonly number[]
  moySkladIds: readonly string[]
  emails: readonly string[]
  names: readonly string[]
}

/** Fields of a person by which another service identifies them. */
export type LinkedUser = {
  id: number
  full_name: string
  email: string
  status: string
  moy_sklad_id: string | null
  version: number
  field_versions: FieldVersions
}

/**
 * Whether a person's name in another service contains every word of our name, in any order. The service
 * writes the family name first and the patronymic last.
 */
export const isCalled = (ours: RawBuilder<unknown>, theirs: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${wordsOf(ours)} <@ ${wordsOf(theirs)}`

const wordsOf = (name: RawBuilder<unknown>) => sql`regexp_split_to_array(search_form(${name}), '\\s+')`

/**
 * People who are linked to one of `moySkladIds`, have one of `ids` or `emails` (in lower case), or match one
 * of `names`.
 */
export const findLinkedUsers = (db: Db, { ids, moySkladIds, emails, names }: Sought): Promise<LinkedUser[]> =>
  db
    .from('users')
    .innerJoin('logins', (join) =>
      join.onRef('logins.company_id', '=', 'users.company_id').onRef('logins.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.full_name', 'users.status', 'users.moy_sklad_id', 'users.version'])
    .select(['users.field_versions', 'logins.email'])
    .where(sql<boolean>`(users.moy_sklad_id = any(${sql.val([...moySkladIds])}::text[])
      or users.id = any(${sql.val([...ids])}::bigint[]) or logins.email = any(${sql.val([...emails])}::text[])
      or exists (select from unnest(${sql.val([...names])}::text[]) as one
        where ${isCalled(sql.ref('users.full_name'), sql`one`)}))`)
    .orderBy('users.id')
    .execute()
