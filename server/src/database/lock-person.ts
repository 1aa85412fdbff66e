import type { Person } from '../person.ts'
import type { Root } from './connection/open.ts'

/**
 * Locks the person's row until the transaction ends. Each change of a person's password, email, link, second
 * factor or sessions takes this lock first, so that what was checked under it stays true, and no two such
 * changes wait for each other.
 */
export async function lockPerson(root: Root, { companyId, userId }: Person): Promise<void> {
  await root
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}
