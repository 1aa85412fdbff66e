import { createHash } from 'node:crypto'
import { type Locale, locales } from '@artel/contract/primitives'
import { compileTexts } from '@artel/contract/texts.compile'
import type { FlatTexts } from '@artel/contract/texts.fit'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { addressOf } from './localizations.files.ts'
import { toManage } from './localizations.policy.ts'
import {
  bringBack,
  countOrphaned,
  deleteOldPublications,
  findPresent,
  findPublication,
  insertPublication,
  listPublished,
  lockState,
  meetDefaults,
  publishDrafts,
} from './localizations.publish.queries.ts'
import { lockDrafts } from './localizations.queries.ts'
import { countChanges, showable } from './localizations.rules.ts'

type Publication = { number: number; published: Record<Locale, string> }

/** Meets the default texts since the last time, and publishes all drafts together. @throws ApiError too_large */
export async function syncTexts(
  db: Db,
  actor: Actor,
): Promise<Publication & { added: number; orphaned: number }> {
  const added = await meetDefaults(db, await lockState(db))
  const drafts = (await lockDrafts(db)).map((row) => toManage(actor, row))
  if (drafts.length > 0) await publishDrafts(db)
  const publication = await publish(db, actor, null, drafts.length > 0)
  return { added, orphaned: await countOrphaned(db), ...publication }
}

/**
 * Publishes once more what was published then; drafts stay drafts.
 * @throws ApiError not_found, also where it is too old to be kept; too_large
 */
export async function restorePublication(db: Db, actor: Actor, id: number): Promise<Publication> {
  await lockState(db)
  const found = await findPublication(db, id)
  if (!found) throw new ApiError('not_found')
  const then = toManage(actor, found)
  await bringBack(db, then, { at: nowIso(), by: actor.userId })
  return publish(db, actor, then.number, false)
}

/** Publishes, tells of it in the log, and has everyone's pages take the new texts. */
async function publish(
  db: Db,
  actor: Actor,
  restores: number | null,
  isChanged: boolean,
): Promise<Publication> {
  const stamp = { at: nowIso(), by: actor.userId }
  const { made, number, published } = await writePublication(db, { restores, isChanged }, stamp)
  if (!made) return { number, published }
  const after = { number, texts: made.changes, ...(restores !== null && { restores }) }
  await writeAudit(db, actor, {
    action: 'publish',
    entity: 'localization',
    id: null,
    title: `№ ${number}`,
    after,
  })
  db.announce({ entity: 'publication', id: made.id, action: 'create' }, 'everyone')
  return { number, published }
}

type Written = Publication & { made: { id: number; changes: number } | null }

/**
 * Makes the next publication of what everyone is to read; none where that is what they read already, unless something
 * was changed besides. @returns `made` null: none
 */
export async function writePublication(
  db: Db,
  { restores, isChanged }: { restores: number | null; isChanged: boolean },
  { at, by }: { at: string; by: number },
): Promise<Written> {
  const present = await findPresent(db)
  const texts = showable(await listPublished(db))
  const files = { en: fileOf(texts.en), ru: fileOf(texts.ru) }
  const published = { en: addressOf(files.en.hash), ru: addressOf(files.ru.hash) }
  const isSame = present && locales.every((one) => present[`${one}_hash`] === files[one].hash)
  if (present && isSame && !isChanged) return { number: present.number, published, made: null }
  const number = (present?.number ?? 0) + 1
  const changes = countChanges({ en: present?.en ?? {}, ru: present?.ru ?? {} }, texts)
  const hashes = { en_hash: files.en.hash, ru_hash: files.ru.hash }
  const id = await insertPublication(
    db,
    { number, restores, ...texts, ...hashes, changes, created_at: at, created_by: by },
    // Where both say nothing they are one file.
    [...new Map(Object.values(files).map((file) => [file.hash, file])).values()],
  )
  await deleteOldPublications(db, number)
  return { number, published, made: { id, changes } }
}

/** Bytes of a file that a page loads; beyond, nobody would wait for it. */
const mostBytes = 2_097_152

/** @throws ApiError too_large */
function fileOf(texts: FlatTexts): { hash: string; body: string } {
  const body = JSON.stringify(compileTexts(texts))
  if (Buffer.byteLength(body) > mostBytes) throw new ApiError('too_large')
  return { body, hash: createHash('sha256').update(body).digest('hex') }
}
