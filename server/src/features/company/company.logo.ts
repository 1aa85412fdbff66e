import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../http/errors.ts'
import type { ReceivedFile } from '../../http/uploads.ts'
import { createMedia, type MediaPlaces } from '../multimedia/multimedia.ts'

/**
 * Stores a file as a logo. One that becomes no company's is forgotten like any media that nothing holds.
 * @returns its name @throws ApiError 413; 422 at `logo`
 */
export async function storeLogo(
  db: Db,
  actor: Actor,
  places: MediaPlaces,
  received: ReceivedFile,
): Promise<string | null> {
  try {
    const { file } = await createMedia(db, actor, places, { type: 'photo', path: 'logos' }, received)
    return file
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const issues = error.issues.map((issue) => ({ ...issue, path: 'logo' }))
    throw new ApiError(error.code, issues)
  }
}
