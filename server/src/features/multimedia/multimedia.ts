import type { Multimedia, MultimediaDraft } from '@artel/contract/multimedia'
import { cutText } from '@artel/contract/storable'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { now, nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import { deleteUnused } from '../../http/in-use.ts'
import type { ReceivedFile, Uploads } from '../../http/uploads.ts'
import { queueJob } from '../../jobs/jobs.ts'
import type { Storage } from '../../storage/storage.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import { deleteUnheldFiles } from './multimedia.jobs.ts'
import { toChange } from './multimedia.policy.ts'
import {
  deleteMediaRow,
  findHeldIds,
  findHeldMedia,
  getMediaRow,
  insertMedia,
  type LockedMedia,
  lockMediaRow,
  type MediaHolder,
  type MediaRow,
  updateMedia,
} from './multimedia.queries.ts'
import type { MediaQuota } from './multimedia.quota.ts'
import { removeFiles, settleUpload } from './multimedia.removals.ts'
import { keysOf, mayChange } from './multimedia.rules.ts'
import { bytesOf, putMedia, type ReadMedia, readMedia } from './multimedia.store.ts'

/** Where files come from and go to. */
export type MediaStore = { storage: Storage; uploads: Uploads }
/** The same for what people bring, which has a limit. */
export type MediaPlaces = MediaStore & { quota: MediaQuota }

const show = (actor: Actor, row: MediaRow): Multimedia => {
  const may = mayChange(actor, row)
  return { ...row, can: { edit: may, delete: may } }
}

/**
 * Stores a file, then its row: a row always has its file. A file whose row does not come is removed by a job that
 * was queued before it. Opens no transaction while it talks to the storage.
 * @throws ApiError forbidden for a logo from staff; too_large; quota_exceeded; share_exceeded; 422; LimitError
 */
export async function createMedia(
  db: Db,
  actor: Actor,
  places: MediaPlaces,
  draft: MultimediaDraft,
  received: ReceivedFile | undefined,
): Promise<Multimedia> {
  // Logos are the only files that strangers see.
  if (draft.path === 'logos' && !isAdmin(actor)) throw new ApiError('forbidden')
  const made = { created_by: actor.userId, created_at: nowIso() }
  if (draft.type === 'link') {
    if (received) throw fieldError('file', 'unknown_field')
    const { host } = new URL(draft.url)
    const name = draft.name ?? cutText(host, longestName)
    const row = { type: draft.type, path: draft.path, url: draft.url, name, ...made }
    const id = await places.quota.insert(db, { actor, field: 'url' }, (own) => insertMedia(own, row))
    return show(actor, await getMediaRow(db, id))
  }
  if (!received) throw fieldError('file', 'required')
  const media = await readMedia(draft, received, actor)
  const id = await storeFile(db, actor, places, media, received, (own) =>
    insertMedia(own, { ...media.row, ...made }),
  )
  return show(actor, await getMediaRow(db, id))
}

const hourMs = 3_600_000
/** Characters of a name, as the contract and the database have it. */
const longestName = 200

async function storeFile<T>(
  db: Db,
  actor: Actor,
  { storage, uploads, quota }: MediaPlaces,
  media: ReadMedia,
  received: ReceivedFile,
  insertRow: (own: Db) => Promise<T>,
): Promise<T> {
  const { companyId } = db
  const sender = { actor, field: 'file' }
  const { file, variants } = media.row
  const keys = keysOf(companyId, file, variants ?? {})
  await quota.assertRoom(db, sender, bytesOf(media))
  // Longer than any storage takes.
  const startAfter = new Date(now().getTime() + hourMs)
  await queueJob(db, settleUpload, { keys }, { startAfter })
  try {
    await putMedia(storage, uploads, companyId, media, received)
  } catch (error) {
    // Where this fails as well, the job does it.
    await storage.remove(keys).catch(() => undefined)
    throw error
  }
  // From here on the row counts the file.
  received.room?.release()
  return quota.insert(db, sender, insertRow).catch(async (error: unknown) => {
    // Otherwise the row may have come all the same, on a connection that broke: the job looks.
    if (error instanceof ApiError) await storage.remove(keys).catch(() => undefined)
    throw error
  })
}

/** Holds the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockMedia(db: Db, actor: Actor, id: number): Promise<Allowed<LockedMedia, 'change'>> {
  const row = await lockMediaRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toChange(actor, row)
}

/** What has the media looks at their new name, before they have it; their row is locked. @throws ApiError */
export type BeforeRename = (
  db: Db,
  actor: Actor,
  media: Pick<LockedMedia, 'id' | 'name'>,
  name: string,
) => Promise<void>

export async function renameMedia(
  db: Db,
  actor: Actor,
  media: Allowed<LockedMedia, 'change'>,
  name: string,
): Promise<Multimedia> {
  await updateMedia(db, media.id, { name })
  const changes = changesOf({ name: media.name }, { name })
  if (Object.keys(changes.after).length > 0) {
    await writeAudit(db, actor, {
      ...{ action: 'update', entity: 'multimedia', id: media.id, title: name },
      ...changes,
    })
  }
  return show(actor, await getMediaRow(db, media.id))
}

/** Deletes the row; its files go once that is committed. @throws ApiError in_use where something has it */
export async function deleteMedia(
  db: Db,
  actor: Actor,
  media: Allowed<LockedMedia, 'change'>,
): Promise<void> {
  const { id, file, variants, name } = media
  await deleteUnused(deleteMediaRow(db, id))
  await writeAudit(db, actor, { action: 'delete', entity: 'multimedia', id, title: name, before: { name } })
  if (file) await queueJob(db, removeFiles, { keys: keysOf(db.companyId, file, variants) })
}

/** Somebody may still be filling in the form that is to have what they have brought. */
const inUseMs = 3_600_000
const mostFreed = 1000

/** Makes room in the quota of the company at once, where somebody has filled it with what nothing has. @returns how many went */
export async function freeUnheld(root: Root, db: Db, actor: Actor): Promise<number> {
  const before = new Date(now().getTime() - inUseMs).toISOString()
  const deleted = await deleteUnheldFiles(root, before, mostFreed, db.companyId)
  if (deleted > 0)
    await writeAudit(db, actor, {
      action: 'delete',
      entity: 'multimedia',
      id: null,
      before: { files: deleted },
    })
  return deleted
}

/** Media of a thing, as its page shows them. */
export async function listMediaOf(
  db: Db,
  actor: Actor,
  holder: MediaHolder,
  id: number,
): Promise<Multimedia[]> {
  return (await findHeldMedia(db, holder, id)).map((row) => show(actor, row))
}

/** Their ids alone. */
export const listMediaIds = findHeldIds

export { addMedia, type MediaChange, setMedia, takeMedia } from './multimedia.hold.ts'
export { createOwnPhoto, type OwnPhoto, swapOwnPhoto } from './multimedia.own.ts'
export type { MediaHolder } from './multimedia.queries.ts'
export { MediaQuota } from './multimedia.quota.ts'
export { putMedia, readMedia } from './multimedia.store.ts'
