import type { Actor } from '../access/actor.ts'
import type { Root } from '../database/open.ts'

/**
 * Locks the person's row until the transaction ends. Whatever changes a password, an email, a link, a second factor or
 * the sessions of somebody takes this lock first, so that what was judged before is still so, and no two of them wait
 * for each other.
 */
export async function lockPerson(
  root: Root,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
): Promise<void> {
  await root
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}
