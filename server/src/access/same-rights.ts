import type { Db } from '../database/db.ts'
import { ApiError } from '../errors/errors.ts'
import type { Actor } from './actor.ts'

/**
 * Checks rights for work that continues after the answer, because such work outlives the session that began
 * it.
 * @throws ApiError forbidden if the person has since been archived or given another type
 */
export async function assertSameRights(db: Db, { userId, type }: Actor): Promise<void> {
  const user = await db.from('users').select(['type', 'status']).where('id', '=', userId).executeTakeFirst()
  if (user?.type !== type || user.status !== 'active')
    throw new ApiError('forbidden', [{ path: 'file', key: 'import_lost_rights' }])
}
