import { createHash, type Hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Locale, locale } from '@artel/contract/shapes/primitives'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Root } from '../../database/connection/open.ts'
import { texts } from '../../database/queries/arrays.ts'
import { inTransaction } from '../../database/transaction.ts'
import { isOffered } from '../../texts/said-texts.ts'

const catalogue = z.record(locale, z.record(z.string(), z.string()))

/** The default texts of both languages, flat, by key; `etag` changes when any of them does. */
export type Texts = { locales: Record<Locale, Record<string, string>>; etag: string }

/** Reads the catalogue that the web build writes next to its pages. */
export async function readTexts(file: URL): Promise<Texts> {
  const content = await readFile(file, 'utf8')
  return { locales: catalogue.parse(JSON.parse(content)), etag: tagOf(createHash('sha256').update(content)) }
}

/** The entity tag for texts with this hash. */
export const tagOf = (hash: Hash): string => `"${hash.digest('base64url').slice(0, 27)}"`

/** Advisory lock, so that only one process of an installation at a time writes the default texts. */
const lockNumber = 5_702_024

/**
 * Writes the default texts that differ from the stored ones. Texts that the code no longer has stay and are
 * marked. The process that starts last wins.
 */
export const bringDefaults = (root: Root, texts: Texts): Promise<void> =>
  inTransaction(root, async (connection) => {
    await writeDefaults(connection, texts)
  })

/** The same in an existing transaction. */
export async function writeDefaults(connection: Root, { locales }: Texts): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(connection)
  const keys = Object.keys(locales.ru).filter(isOffered)
  const of = (language: Locale) => texts(keys.map((key) => locales[language][key] ?? ''))
  const given = sql`unnest(${texts(keys)}, ${of('en')}, ${of('ru')}) with ordinality as given (key, en, ru, place)`
  // Not `on conflict`, because it would consume an id for each text at each start.
  await sql`insert into default_texts (key, en, ru)
    select given.key collate "C", given.en, given.ru from ${given}
    where not exists (select from default_texts as known where known.key = given.key collate "C")
    order by place`.execute(connection)
  await sql`update default_texts as known set en = given.en, ru = given.ru, is_known = true
    from ${given}
    where known.key = given.key collate "C"
      and (known.en, known.ru, known.is_known) is distinct from (given.en, given.ru, true)`.execute(
    connection,
  )
  await sql`update default_texts set is_known = false
    where is_known and not (key = any(${texts(keys)}))`.execute(connection)
}
