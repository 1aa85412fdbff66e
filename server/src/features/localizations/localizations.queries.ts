import type { Localization } from '@artel/contract/texts/localizations'
import { sql } from 'kysely'
import type { Change, Db } from '../../database/db.ts'
import { personOf } from '../../database/queries/person.ts'
import { sumOf } from '../../database/queries/sums.ts'

/** A text as the list and its page show it: the company's own text merged with the default. */
export type TextRow = Pick<
  Localization,
  'id' | 'key' | 'en' | 'ru' | 'default' | 'published' | 'is_custom' | 'is_orphaned' | 'is_draft' | 'version'
> &
  Pick<Localization, 'updated_by' | 'updated_at' | 'missing'> & {
    /** The company's own text; null if the default applies. */
    own_en: string | null
    own_ru: string | null
  }

/** Whether the text is shown: the code has it, or the company has its own text. */
const isThere = sql`(given.id is not null or own.en is not null or own.ru is not null)`

const isDraft = sql<boolean>`coalesce(
  own.en is distinct from own.published_en or own.ru is distinct from own.published_ru, false)`

/**
 * All texts of a company: the defaults, merged with its own texts, and its custom texts. `gone`: also texts
 * that are deleted but still published.
 */
const mergedTexts = (db: Db, gone: boolean) => sql<TextRow>`
  select coalesce(own.id, given.id) as id, coalesce(own.key, given.key) as key,
    coalesce(own.en, given.en) as en, coalesce(own.ru, given.ru) as ru, own.en as own_en, own.ru as own_ru,
    case when given.id is not null then jsonb_build_object('en', given.en, 'ru', given.ru) end as default,
    jsonb_build_object('en', coalesce(own.published_en, given.en), 'ru', coalesce(own.published_ru, given.ru))
      as published,
    coalesce(own.is_custom, false) and given.id is null as is_custom,
    own.id is not null and not own.is_custom and given.id is null as is_orphaned,
    ${isDraft} as is_draft,
    (select coalesce(jsonb_agg(lacking.language), '[]') from (values
      ('ru', coalesce(own.ru, given.ru)), ('en', coalesce(own.en, given.en))) as lacking (language, said)
      where lacking.said is null) as missing,
    coalesce(own.version, 1) as version, own.updated_at,
    ${personOf('own.updated_by')} as updated_by
  from (select * from default_texts where is_known) as given
  full join (select * from localizations where company_id = ${db.companyId}) as own on own.key = given.key
  where ${isThere} ${gone ? sql`or ${isDraft}` : sql``}`

export const textRows = (db: Db, gone = false) => db.rows(mergedTexts(db, gone))

export const findTextRow = (db: Db, id: number) =>
  textRows(db).where(sql<boolean>`id = ${id}`).executeTakeFirst()

export const findTextRows = (db: Db, ids: readonly number[]) =>
  textRows(db)
    .where(sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`)
    .execute()

type Counts = { missing: number; drafts: number; orphaned: number; custom: number }

export async function countTexts(db: Db): Promise<Counts> {
  const [counts] = await db.query(sql<Counts>`
    select count(*) filter (where missing <> '[]') as missing,
      count(*) filter (where is_draft) as drafts,
      count(*) filter (where is_orphaned) as orphaned,
      count(*) filter (where is_custom) as custom
    from (${mergedTexts(db, true)}) as texts`)
  return counts ?? { missing: 0, drafts: 0, orphaned: 0, custom: 0 }
}

/** The default texts of these keys. */
export async function findDefaults(db: Db, keys: readonly string[]) {
  const rows = await db.query(sql<{ id: number; key: string; en: string; ru: string }>`
    select id, key, en, ru from default_texts where key = any(${sql.val([...keys])}::text[]) and is_known`)
  return new Map(rows.map((row) => [row.key, row]))
}

const ownColumns = [
  'localizations.id',
  'localizations.key',
  'localizations.is_custom',
  'localizations.en',
  'localizations.ru',
  'localizations.published_en',
  'localizations.published_ru',
  'localizations.version',
  'localizations.field_versions',
] as const

export const findOwn = (db: Db, keys: readonly string[]) =>
  db
    .from('localizations')
    .select(['key', 'en', 'ru'])
    .where(sql<boolean>`localizations.key = any(${sql.val([...keys])}::text[])`)
    .execute()

/** Locks the rows of these keys until the transaction ends, in a fixed order. */
export const lockOwn = (db: Db, keys: readonly string[]) =>
  db
    .from('localizations')
    .select(ownColumns)
    .where(sql<boolean>`localizations.key = any(${sql.val([...keys])}::text[])`)
    .orderBy('localizations.id')
    .forNoKeyUpdate()
    .execute()

export type OwnRow = Awaited<ReturnType<typeof lockOwn>>[number]

/** Locks the rows with unpublished changes until the transaction ends. */
export const lockDrafts = (db: Db) =>
  db
    .from('localizations')
    .select(ownColumns)
    .where(sql<boolean>`(en is distinct from published_en or ru is distinct from published_ru)`)
    .orderBy('localizations.id')
    .forNoKeyUpdate()
    .execute()

type NewRow = { id: number | null; key: string }
type Stamp = { at: string; by: number }

/** Inserts empty rows that do not exist yet. Two concurrent requests insert one row. */
export async function insertOwn(db: Db, rows: readonly NewRow[], { at, by }: Stamp): Promise<void> {
  const stamp = { updated_at: at, updated_by: by }
  // Sorted by key, so that two requests that insert the same rows cannot deadlock.
  const sorted = [...rows].sort((one, other) => (one.key < other.key ? -1 : 1))
  const known = sorted.flatMap(({ id, key }) =>
    id === null ? [] : [{ id, key, is_custom: false, ...stamp }],
  )
  const custom = sorted.flatMap(({ id, key }) => (id === null ? [{ key, is_custom: true, ...stamp }] : []))
  for (const made of [known, custom])
    if (made.length > 0)
      await db
        .insert('localizations', made)
        .onConflict((same) => same.doNothing())
        .execute()
}

export async function updateOwn(db: Db, id: number, fields: Change<'localizations'>): Promise<void> {
  await db.update('localizations', fields).where('id', '=', id).execute()
}

/** Deletes texts that nobody reads, with their history. */
export async function deleteOwn(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.remove('localizations').where('id', 'in', ids).execute()
}

export async function countCustom(db: Db): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    select count(*) as count from localizations where company_id = ${db.companyId} and is_custom`)
  return row?.count ?? 0
}

type Bytes = { en: number; ru: number }

/** Bytes of the texts that `listOwn` returns, by language. */
export async function measureDrafted(db: Db): Promise<Bytes> {
  const [bytes] = await db.query(sql<Bytes>`
    select ${sumOf(sql`octet_length(en)`)} as en, ${sumOf(sql`octet_length(ru)`)} as ru
    from localizations where company_id = ${db.companyId}`)
  return bytes ?? { en: 0, ru: 0 }
}

export type OwnText = { key: string; en: string | null; ru: string | null }
type Given = { default_en: string | null; default_ru: string | null }

/** The company's own texts, including drafts, each with its default. */
export const listOwn = (db: Db): Promise<(OwnText & Given)[]> =>
  db.query(sql`
    select own.key, own.en, own.ru, given.en as default_en, given.ru as default_ru
    from localizations as own
    left join default_texts as given on given.key = own.key and given.is_known
    where own.company_id = ${db.companyId} and (own.en is not null or own.ru is not null)
    order by own.key`)
