import { mostMedia } from '@artel/contract/multimedia.kinds'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { fieldError } from '../../http/errors.ts'
import { toChange } from './multimedia.policy.ts'
import {
  findHeldIds,
  findHeldMedia,
  holdMediaRows,
  type MediaHolder,
  markReleased,
  replaceHeld,
} from './multimedia.queries.ts'
import { mayChange } from './multimedia.rules.ts'

/** Which media a thing had, and which it has now. */
export type MediaChange = { before: readonly number[]; after: readonly number[] }

/**
 * Gives a thing these media in this order; what it no longer has is deleted a day later, unless something takes it.
 * The thing's row must be locked. @throws ApiError 422 at `path` and the place in the list
 */
export async function setMedia(
  db: Db,
  actor: Actor,
  holder: MediaHolder,
  id: number,
  ids: readonly number[],
  path = 'multimedia_ids',
): Promise<MediaChange> {
  const before = await findHeldIds(db, holder, id)
  await checkMedia(db, actor, ids, before, path)
  return replace(db, holder, id, before, [...new Set(ids)])
}

/** Adds media behind those that a thing has; its row must be locked. @throws ApiError 422 */
export async function addMedia(
  db: Db,
  actor: Actor,
  holder: MediaHolder,
  id: number,
  ids: readonly number[],
): Promise<MediaChange> {
  const before = await findHeldIds(db, holder, id)
  await checkMedia(db, actor, ids, before, 'multimedia_ids')
  const after = [...new Set([...before, ...ids])]
  if (after.length > mostMedia) throw fieldError('multimedia_ids', 'too_many', { maximum: mostMedia })
  return replace(db, holder, id, before, after)
}

/**
 * Takes media away from a thing; what it does not have is away already. Its row must be locked.
 * @throws ApiError forbidden for what somebody else has brought
 */
export async function takeMedia(
  db: Db,
  actor: Actor,
  holder: MediaHolder,
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

// Staff give only what they brought, or what is there already: by its number they could else look at anything.
async function checkMedia(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  before: readonly number[],
  path: string,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await holdMediaRows(db, ids)
  const allowed = new Set(rows.filter((row) => mayChange(actor, row)).map((row) => row.id))
  const stranger = ids.findIndex((id) => !allowed.has(id) && !before.includes(id))
  if (stranger >= 0) throw fieldError(`${path}.${stranger}`, 'no_such_media')
}

async function replace(
  db: Db,
  holder: MediaHolder,
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
