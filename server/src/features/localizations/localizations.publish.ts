import { createHash } from 'node:crypto'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import { compileTexts } from '@artel/contract/texts/texts.compile'
import type { FlatTexts } from '@artel/contract/texts/texts.fit'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { mapInSlices } from '../../slices.ts'
import { writeAudit } from '../audit/audit.ts'
import { toPublish } from './localizations.policy.ts'
import {
  bringBack,
  countChanges,
  countOrphaned,
  deleteOldPublications,
  findPresent,
  findPublication,
  insertPublication,
  listPublished,
  lockState,
  measurePublished,
  meetDefaults,
  publishDrafts,
} from './localizations.publish.queries.ts'
import { lockDrafts } from './localizations.queries.ts'
import { addressOf, assertShort, maxBytes, showable } from './localizations.rules.ts'

type Publication = { number: number; published: Record<Locale, string> }

/** Marks new default texts as seen, and publishes all drafts together. @throws ApiError too_large */
export async function syncTexts(
  db: Db,
  actor: Actor,
): Promise<Publication & { added: number; orphaned: number }> {
  const added = await meetDefaults(db, await lockState(db))
  const drafts = (await lockDrafts(db)).map((row) => toPublish(actor, row))
  if (drafts.length > 0) await publishDrafts(db)
  const publication = await publish(db, actor, null, drafts.length > 0)
  return { added, orphaned: await countOrphaned(db), ...publication }
}

/**
 * Publishes an earlier publication again. Drafts stay drafts. If the actor is not an owner, texts of owners
 * stay as they are. @throws ApiError not_found, also if the publication was deleted because of its age;
 * too_large
 */
export async function restorePublication(db: Db, actor: Actor, id: number): Promise<Publication> {
  await lockState(db)
  const found = await findPublication(db, id)
  if (!found) throw new ApiError('not_found')
  const then = toPublish(actor, found)
  await bringBack(db, then, { at: nowIso(), by: actor.userId }, actor.type === 'owner')
  return publish(db, actor, then.number, false)
}

/** Writes a publication and its audit log entry, and makes all open pages load the new texts. */
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
 * Creates the next publication. Creates none if the texts are the same as now, unless `isChanged`.
 * @returns `made` is null if none was created
 */
export async function writePublication(
  db: Db,
  { restores, isChanged }: { restores: number | null; isChanged: boolean },
  { at, by }: { at: string; by: number },
): Promise<Written> {
  const present = await findPresent(db)
  assertShort(await measurePublished(db))
  const texts = await showable(await listPublished(db))
  const files = { en: await fileOf(texts.en), ru: await fileOf(texts.ru) }
  const published = { en: addressOf(files.en.hash), ru: addressOf(files.ru.hash) }
  const isSame = present && locales.every((one) => present[`${one}_hash`] === files[one].hash)
  if (present && isSame && !isChanged) return { number: present.number, published, made: null }
  const number = (present?.number ?? 0) + 1
  const said = { en: JSON.stringify(texts.en), ru: JSON.stringify(texts.ru) }
  const changes = await countChanges(db, present?.id ?? null, said)
  const hashes = { en_hash: files.en.hash, ru_hash: files.ru.hash }
  const id = await insertPublication(
    db,
    { number, restores, ...texts, ...hashes, changes, created_at: at, created_by: by },
    // If both languages have no texts, they share one file.
    [...new Map(Object.values(files).map((file) => [file.hash, file])).values()],
  )
  await deleteOldPublications(db, number)
  return { number, published, made: { id, changes } }
}

/** The file that a page loads: compiled texts by key. @throws ApiError too_large */
async function fileOf(texts: FlatTexts): Promise<{ hash: string; body: string }> {
  const fields = await mapInSlices(Object.entries(texts), ([key, text]) =>
    JSON.stringify(compileTexts({ [key]: text })).slice(1, -1),
  )
  const body = `{${fields.join(',')}}`
  if (Buffer.byteLength(body) > maxBytes) throw new ApiError('too_large')
  return { body, hash: createHash('sha256').update(body).digest('hex') }
}
