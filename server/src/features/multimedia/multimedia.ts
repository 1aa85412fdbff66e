import type { Multimedia, MultimediaDraft } from '@artel/contract/multimedia/multimedia'
import { cutText } from '@artel/contract/shapes/storable'
import { type Actor, isAdmin } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { now, nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db, Draft } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { deleteUnused } from '../../errors/in-use.ts'
import type { ReceivedFile, Uploads } from '../../files/uploads.ts'
import { queueJob } from '../../jobs/jobs.ts'
import type { Storage } from '../../storage/storage.ts'
import { changesOf, writeAudit } from '../audit/audit.ts'
import { deleteUnheldFiles } from './multimedia.jobs.ts'
import { toChange, toReword } from './multimedia.policy.ts'
import {
  deleteMediaRow,
  findHeldIds,
  findHeldMedia,
  findHolders,
  findUploaded,
  getMediaRow,
  insertMedia,
  type LockedMedia,
  lockMediaRow,
  type MediaOwner,
  type MediaRow,
  updateMedia,
} from './multimedia.queries.ts'
import { removalOf, removeFiles } from './multimedia.removals.ts'
import { mayChange } from './multimedia.rules.ts'
import { bytesOf, readMedia } from './multimedia.store.ts'
import { storeFiles } from './multimedia.storing.ts'
import type { MediaQuota } from './quota/quota.ts'

/** The folder of received files, and the storage. */
export type MediaStore = { storage: Storage; uploads: Uploads }
/** The same with the quota, for files that people upload. */
export type MediaPlaces = MediaStore & { quota: MediaQuota }

const show = (actor: Actor, row: MediaRow): Multimedia => {
  const may = mayChange(actor, row)
  return { ...row, can: { edit: may, delete: may } }
}

/** Another upload with the same key has inserted its row first. */
class RepeatedUploadError extends ApiError {
  constructor() {
    super('idempotency_conflict')
  }
}

/**
 * Uploads media once for a key, however often the upload is sent, as long as the media exist.
 * @param upload gets the key, and stores it with the row
 * @returns the media of the first upload; its file is not compared
 * @throws ApiError idempotency_conflict if the key was used for other media; what `upload` throws
 */
export async function uploadOnce(
  db: Db,
  actor: Actor,
  key: string | null,
  draft: MultimediaDraft,
  upload: (key: string | null) => Promise<Multimedia>,
): Promise<Multimedia> {
  const find = async () => {
    const row = key === null ? undefined : await findUploaded(db, actor.userId, key)
    const isSame =
      row?.type === draft.type && row.path === draft.path && (draft.type !== 'link' || draft.url === row.url)
    if (row && !isSame) throw new ApiError('idempotency_conflict')
    return row && show(actor, row)
  }
  const before = await find()
  if (before) return before
  try {
    return await upload(key)
  } catch (error) {
    const first = error instanceof RepeatedUploadError ? await find() : undefined
    if (!first) throw error
    return first
  }
}

/**
 * Stores a file, then inserts its row. Opens no transaction during requests to the storage.
 * @param upload_key unique among the uploads of the person; null: the upload is not recognized if it is repeated
 * @throws ApiError forbidden for a logo from staff; too_large; quota_exceeded; share_exceeded; 422;
 * LimitError
 */
export async function createMedia(
  db: Db,
  actor: Actor,
  places: MediaPlaces,
  draft: MultimediaDraft,
  received: ReceivedFile | undefined,
  upload_key: string | null = null,
): Promise<Multimedia> {
  // Logos are the only files that guests can see.
  if (draft.path === 'logos' && !isAdmin(actor)) throw new ApiError('forbidden')
  const made = { created_by: actor.userId, created_at: nowIso(), upload_key }
  const insert = async (own: Db, row: Draft<'multimedia'>) => {
    const id = await insertMedia(own, row)
    if (id === undefined) throw new RepeatedUploadError()
    return id
  }
  if (draft.type === 'link') {
    if (received) throw fieldError('file', 'unknown_field')
    const { host } = new URL(draft.url)
    const name = draft.name ?? cutText(host, longestName)
    const row = { type: draft.type, path: draft.path, url: draft.url, name, ...made }
    const id = await places.quota.insert(db, { actor, field: 'url' }, (own) => insert(own, row))
    return show(actor, await getMediaRow(db, id))
  }
  if (!received) throw fieldError('file', 'required')
  const media = await readMedia(draft, received, actor)
  const sender = { actor, field: 'file' }
  await places.quota.assertRoom(db, sender, bytesOf(media))
  const id = await storeFiles(db, db, places, media, received, (claim) =>
    places.quota.insert(db, sender, async (own) => {
      await claim(own)
      return insert(own, { ...media.row, ...made })
    }),
  )
  return show(actor, await getMediaRow(db, id))
}

/** Maximum characters of a name, as in the contract and in the database. */
const longestName = 200

/** Locks the row until the transaction ends. @throws ApiError not_found, forbidden */
export async function lockMedia(db: Db, actor: Actor, id: number): Promise<Allowed<LockedMedia, 'change'>> {
  const row = await lockMediaRow(db, id)
  if (!row) throw new ApiError('not_found')
  return toChange(actor, row)
}

/** Lets entities with the media check a new name before it is saved. The row is locked. @throws ApiError */
export type BeforeRename = (
  db: Db,
  actor: Actor,
  media: Pick<LockedMedia, 'id' | 'name'>,
  name: string,
) => Promise<void>

/** The rules of tables that use media; a table without a rule leaves the name to admins. */
export type RenameRules = { [table in MediaOwner['table']]?: BeforeRename }

/**
 * Renames media. Pages show the name next to the picture, so the uploader may rename media that are in use
 * only if they may also edit the thing that uses them.
 * @throws ApiError forbidden; what a rule throws
 */
export async function renameMedia(
  db: Db,
  actor: Actor,
  media: Allowed<LockedMedia, 'change'>,
  name: string,
  rules: RenameRules,
): Promise<Multimedia> {
  const ruled = new Map(Object.entries(rules))
  for (const table of await findHolders(db, media.id)) {
    const rule = ruled.get(table)
    if (rule) await rule(db, actor, media, name)
    else toReword(actor, media)
  }
  await updateMedia(db, media.id, { name })
  const changes = changesOf({ name: media.name }, { name })
  if (Object.keys(changes.after).length > 0) {
    await writeAudit(db, actor, {
      action: 'update',
      entity: 'multimedia',
      id: media.id,
      title: name,
      ...changes,
    })
  }
  return show(actor, await getMediaRow(db, media.id))
}

/**
 * Deletes the row; its files are removed after the commit.
 * @throws ApiError in_use if an entity uses the media
 */
export async function deleteMedia(
  db: Db,
  actor: Actor,
  media: Allowed<LockedMedia, 'change'>,
): Promise<void> {
  const { id, file, variants, name } = media
  await deleteUnused(deleteMediaRow(db, id))
  await writeAudit(db, actor, { action: 'delete', entity: 'multimedia', id, title: name, before: { name } })
  if (file) await queueJob(db, removeFiles, removalOf(db.companyId, file, variants))
}

/** How long new media count as in use, ms, because a person may still fill in the form that attaches them. */
const inUseMs = 3_600_000
const maxFreed = 1000

/**
 * Deletes unused media of the company at once, for the case that somebody has filled the quota with them.
 * @returns the number of deleted media
 */
export async function freeUnheld(root: Root, db: Db, actor: Actor): Promise<number> {
  const before = new Date(now().getTime() - inUseMs).toISOString()
  const deleted = await deleteUnheldFiles(root, before, maxFreed, db.companyId)
  if (deleted > 0)
    await writeAudit(db, actor, {
      action: 'delete',
      entity: 'multimedia',
      id: null,
      before: { files: deleted },
    })
  return deleted
}

/** Media of an entity, as its page shows them. `mayReword`: the entity lets this person rename their own. */
export async function listMediaOf(
  db: Db,
  actor: Actor,
  holder: MediaOwner,
  id: number,
  mayReword = isAdmin(actor),
): Promise<Multimedia[]> {
  const shown = (await findHeldMedia(db, holder, id)).map((row) => show(actor, row))
  return shown.map((media) => ({ ...media, can: { ...media.can, edit: media.can.edit && mayReword } }))
}

/** Ids of the media of an entity. */
export const listMediaIds = findHeldIds

export { addMedia, detachMedia, type MediaChange, setMedia } from './multimedia.attachments.ts'
export { createOwnPhoto, type OwnPhoto, swapOwnPhoto } from './multimedia.own.ts'
export { findHolders, fixedMediaOf, type MediaOwner } from './multimedia.queries.ts'
export { putMedia, readMedia } from './multimedia.store.ts'
export { MediaQuota } from './quota/quota.ts'
