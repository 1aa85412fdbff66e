import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Locale, locale } from '@artel/contract/primitives'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Root } from '../../database/open.ts'
import { inTransaction } from '../../http/transaction.ts'
import { isOffered } from '../../texts/said-texts.ts'

const catalogue = z.record(locale, z.record(z.string(), z.string()))

/** The default texts of both languages, flat, by key; `etag` changes when any of them does. */
export type Texts = { locales: Record<Locale, Record<string, string>>; etag: string }

/** Reads the catalogue that the web build leaves beside its pages. */
export async function readTexts(file: URL): Promise<Texts> {
  const content = await readFile(file, 'utf8')
  return { locales: catalogue.parse(JSON.parse(content)), etag: etagOf(content) }
}

export const etagOf = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** What all processes of an installation hold while one of them writes the default texts. */
const lockNumber = 5_702_024

/**
 * Writes the default texts down, where they are others than those that stand there. What the code has no more stays
 * and is marked. The last process to start is right.
 */
export const bringDefaults = (root: Root, texts: Texts): Promise<void> =>
  inTransaction(root, async (connection) => {
    await writeDefaults(connection, texts)
  })

/** The same in a transaction that is there already. */
export async function writeDefaults(connection: Root, { locales }: Texts): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(connection)
  const keys = Object.keys(locales.ru).filter(isOffered)
  const list = (values: string[]) => sql`${sql.val(values)}::text[]`
  const of = (language: Locale) => list(keys.map((key) => locales[language][key] ?? ''))
  const given = sql`unnest(${list(keys)}, ${of('en')}, ${of('ru')}) with ordinality as given (key, en, ru, place)`
  // Not on conflict: that would use up a number for each text at each start.
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
    where is_known and not (key = any(${list(keys)}))`.execute(connection)
}
