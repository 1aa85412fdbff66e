import { createHash, randomUUID } from 'node:crypto'
import { nowIso } from '../../clock.ts'
import type { Db, Draft } from '../../database/db.ts'
import type { TestUser } from './build.ts'

/** A draft of a text whose key the code does not have. @returns its id */
export async function buildCustomText(
  db: Db,
  maker: TestUser,
  fields: Partial<Draft<'localizations'>> = {},
): Promise<number> {
  const draft = {
    key: `test.${randomUUID()}`,
    is_custom: true,
    en: 'Shelf',
    ru: 'Полка',
    updated_at: nowIso(),
    updated_by: maker.id,
  }
  const { id } = await db
    .insert('localizations', { ...draft, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A publication after all existing ones, whose pages load `body`. @returns its id */
export async function buildPublication(db: Db, maker: TestUser, body = '{}'): Promise<number> {
  const hash = createHash('sha256').update(body).digest('hex')
  await db
    .insert('localization_files', { hash, body })
    .onConflict((same) => same.doNothing())
    .execute()
  const last = await db
    .from('localization_publications')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { id } = await db
    .insert('localization_publications', {
      number: (last?.number ?? 0) + 1,
      en: {},
      ru: {},
      en_hash: hash,
      ru_hash: hash,
      changes: 0,
      created_at: nowIso(),
      created_by: maker.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
