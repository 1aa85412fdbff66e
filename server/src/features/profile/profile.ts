import type { ProfilePatch } from '@artel/contract/account/profile'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { inOwnAccount } from '../../database/transaction.ts'
import { fieldError } from '../../errors/errors.ts'
import { changedSince, refuseStale } from '../../errors/stale.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { createOwnPhoto, type MediaPlaces, type OwnPhoto, swapOwnPhoto } from '../multimedia/multimedia.ts'
import { changeUser, getCurrentUser, lockWholeUser, refuseUnborn } from '../users/users.ts'

type Call = { root: Root; db: Db; actor: Actor }

/** Changes a person's own profile. The avatar is uploaded as a file. @throws ApiError 413; 422; stale */
export async function updateProfile(
  { root, db, actor }: Call,
  places: MediaPlaces,
  patch: ProfilePatch,
  received: ReceivedFile | undefined,
): Promise<void> {
  if (received && patch.avatar === null) throw fieldError('avatar', 'one_file')
  refuseUnborn(actor, patch.birth_date)
  const where = { path: 'avatars', field: 'avatar' } as const
  const face = received ? await createOwnPhoto(db, actor, places, where, received) : null
  await inOwnAccount(root, db, actor, (own) => changeOwn(own, actor, patch, face))
}

async function changeOwn(
  db: Db,
  actor: Actor,
  { version, ...patch }: ProfilePatch,
  face: OwnPhoto | null,
): Promise<void> {
  const user = await lockWholeUser(db, actor.userId)
  const fields = { ...patch, ...(face && { avatar: face.file }) }
  await refuseStale(version, user, fields, {
    findChanged: (since) => changedSince(user, since),
    findChange: (names) => findLastChange(db, 'user', actor.userId, names),
    readCurrent: () => getCurrentUser(db, actor.userId),
  })
  const changes = changesOf(user, { ...user, ...fields })
  if (fields.avatar !== undefined && fields.avatar !== user.avatar) await swapOwnPhoto(db, user.avatar, face)
  const changed = await changeUser(db, user, fields)
  if (changed.size === 0) return
  await writeAudit(db, actor, { action: 'profile_change', entity: 'user', id: actor.userId, ...changes })
}
