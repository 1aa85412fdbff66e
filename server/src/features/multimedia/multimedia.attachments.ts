import { maxMedia } from '@artel/contract/multimedia/multimedia.kinds'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../errors/errors.ts'
import { toChange } from './multimedia.policy.ts'
import {
  findHeldIds,
  findHeldMedia,
  lockMediaRows,
  type MediaOwner,
  markReleased,
  replaceHeld,
} from './multimedia.queries.ts'
import { mayChange } from './multimedia.rules.ts'

/** Ids of the media that an entity had before a change, and has after it. */
export type MediaChange = { before: readonly number[]; after: readonly number[] }

/**
 * Sets the media of an entity, in this order. Media that it no longer has are deleted a day later, unless
 * another entity uses them. The entity's row must be locked.
 * @throws ApiError 422 at `path` and the index in the list
 */
export async function setMedia(
  db: Db,
  actor: Actor,
  holder: MediaOwner,
  id: number,
  ids: readonly number[],
  path = 'multimedia_ids',
): Promise<MediaChange> {
  const before = await findHeldIds(db, holder, id)
  await checkMedia(db, actor, ids, before, path)
  return replace(db, holder, id, before, [...new Set(ids)])
}

/** Appends media to those of an entity. The entity's row must be locked. @throws ApiError 422 */
export async function addMedia(
  db: Db,
  actor: Actor,
  holder: MediaOwner,
  id: number,
  ids: readonly number[],
): Promise<MediaChange> {
  const before = await findHeldIds(db, holder, id)
  await checkMedia(db, actor, ids, before, 'multimedia_ids')
  const after = [...new Set([...before, ...ids])]
  if (after.length > maxMedia) throw fieldError('multimedia_ids', 'too_many', { maximum: maxMedia })
  return replace(db, holder, id, before, after)
}

/**
 * Detaches media from an entity. Ignores ids that the entity does not have. The entity's row must be locked.
 * @throws ApiError forbidden if staff detach media that somebody else has uploaded
 */
export async function detachMedia(
  db: Db,
  actor: Actor,
  holder: MediaOwner,
  id: number,
  ids: readonly number[],
): Promise<MediaChange> {
  const held = await findHeldMedia(db, holder, id)
  for (const media of held) if (ids.includes(media.id)) toChange(actor, media)
  const before = held.map((media) => media.id)
  return replace(
    db,
    holder,
    id,
    before,
    before.filter((one) => !ids.includes(one)),
  )
}

// Staff attach only media that they have uploaded or that the entity already has. Otherwise they could view
// any media by guessing its id.
async function checkMedia(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  before: readonly number[],
  path: string,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await lockMediaRows(db, ids)
  const allowed = new Set(rows.filter((row) => mayChange(actor, row)).map((row) => row.id))
  const stranger = ids.findIndex((id) => !allowed.has(id) && !before.includes(id))
  if (stranger >= 0) throw fieldError(`${path}.${stranger}`, 'no_such_media')
}

async function replace(
  db: Db,
  holder: MediaOwner,
  id: number,
  before: readonly number[],
  after: readonly number[],
): Promise<MediaChange> {
  if (before.join() === after.join()) return { before, after: before }
  await replaceHeld(db, holder, id, after)
  const released = before.filter((held) => !after.includes(held))
  await markReleased(db, released, nowIso())
  return { before, after }
}
