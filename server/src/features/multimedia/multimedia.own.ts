import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import { lockMediaRows, markFileReleased } from './multimedia.queries.ts'
import { createMedia, type MediaPlaces } from './multimedia.ts'

/** A stored photo, for an entity that refers to its photo by file name. */
export type OwnPhoto = Pick<Multimedia, 'id'> & { file: string }

/**
 * Stores the only photo of an entity, such as an avatar. Opens no transaction. Until the entity refers to the
 * photo, it counts as unused media.
 * @throws ApiError 413; 422 at `field`
 */
export async function createOwnPhoto(
  db: Db,
  actor: Actor,
  places: MediaPlaces,
  { path, field }: { path: 'avatars' | 'logos'; field: string },
  received: ReceivedFile,
): Promise<OwnPhoto> {
  const { id, file } = await createMedia(db, actor, places, { type: 'photo', path }, received).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.issues.length === 0) throw error
      throw new ApiError(
        error.code,
        error.issues.map((issue) => ({ ...issue, path: field })),
      )
    },
  )
  if (file === null) throw new Error('A photo without a file')
  return { id, file }
}

/**
 * Locks the new photo that an entity is about to refer to, and releases the file `before`, which is deleted a
 * day later. The entity's row must be locked.
 * @throws ApiError conflict if the new photo was deleted meanwhile
 */
export async function swapOwnPhoto(db: Db, before: string | null, next: OwnPhoto | null): Promise<void> {
  if (next && (await lockMediaRows(db, [next.id])).length === 0) throw new ApiError('conflict')
  if (before !== null) await markFileReleased(db, before, nowIso())
}
