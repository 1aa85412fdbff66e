import type { Multimedia } from '@artel/contract/multimedia'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../http/errors.ts'
import type { ReceivedFile } from '../../http/uploads.ts'
import { holdMediaRows, markFileReleased } from './multimedia.queries.ts'
import { createMedia, type MediaPlaces } from './multimedia.ts'

/** A photo that was stored, for a thing that refers to one by its file. */
export type OwnPhoto = Pick<Multimedia, 'id'> & { file: string }

/**
 * Stores the one photo that a thing has, such as a face. Opens no transaction; until the thing refers to it, it is as
 * any that nothing holds. @throws ApiError 413; 422 at `field`
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
 * From now on a thing, whose row is locked, refers to `next` in place of the file `before`, which is deleted a day
 * later. @throws ApiError conflict where the new photo has been deleted since
 */
export async function swapOwnPhoto(db: Db, before: string | null, next: OwnPhoto | null): Promise<void> {
  if (next && (await holdMediaRows(db, [next.id])).length === 0) throw new ApiError('conflict')
  if (before !== null) await markFileReleased(db, before, nowIso())
}
