import type { FlatTexts } from '@artel/contract/texts/texts.fit'
import { adminTexts, logTexts, ownerTexts } from '@artel/contract/texts/texts.kept'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { sumOf } from '../../database/queries/sums.ts'

type State = { through_id: number }

/**
 * Returns the id up to which the company has seen the default texts. Locks the row until the transaction
 * ends, so that only one request publishes at a time.
 */
export async function lockState(db: Db): Promise<State> {
  await db
    .insert('localization_states', {})
    .onConflict((same) => same.doNothing())
    .execute()
  return db.from('localization_states').select('through_id').forNoKeyUpdate().executeTakeFirstOrThrow()
}

type Met = { through_id: number; added: number }

/** Marks all default texts as seen. @returns how many are newer than `through_id` */
export async function meetDefaults(db: Db, { through_id }: State): Promise<number> {
  const [met] = await db.query(sql<Met>`
    select coalesce(max(id), 0) as through_id, count(*) filter (where id > ${through_id} and is_known) as added
    from default_texts`)
  if (met && met.through_id > through_id)
    await db.update('localization_states', { through_id: met.through_id }).execute()
  return met?.added ?? 0
}

/** Counts the company's texts that replace a default that the code no longer has. */
export async function countOrphaned(db: Db): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    select count(*) as count from localizations as own
    where own.company_id = ${db.companyId} and not own.is_custom and (own.en is not null or own.ru is not null)
      and not exists (select from default_texts as given where given.key = own.key and given.is_known)`)
  return row?.count ?? 0
}

/** Publishes all drafts. Deletes custom texts that are empty, both published and as drafts. */
export async function publishDrafts(db: Db): Promise<void> {
  await db
    .update('localizations', { published_en: sql`en`, published_ru: sql`ru` })
    .where(sql<boolean>`(en is distinct from published_en or ru is distinct from published_ru)`)
    .execute()
  await db
    .remove('localizations')
    .where('is_custom', '=', true)
    .where(sql<boolean>`en is null and ru is null and published_en is null and published_ru is null`)
    .execute()
}

type Bytes = { en: number; ru: number }

/** Bytes of the texts that `listPublished` returns, by language. */
export async function measurePublished(db: Db): Promise<Bytes> {
  const [bytes] = await db.query(sql<Bytes>`
    select ${sumOf(sql`octet_length(published_en)`)} as en,
      ${sumOf(sql`octet_length(published_ru)`)} as ru
    from localizations where company_id = ${db.companyId}`)
  return bytes ?? { en: 0, ru: 0 }
}

type Published = { key: string; en: string | null; ru: string | null }
type Given = { default_en: string | null; default_ru: string | null }

/** The company's published texts, each with its default. */
export const listPublished = (db: Db): Promise<(Published & Given)[]> =>
  db.query(sql`
    select own.key, own.published_en as en, own.published_ru as ru, given.en as default_en, given.ru as default_ru
    from localizations as own
    left join default_texts as given on given.key = own.key and given.is_known
    where own.company_id = ${db.companyId} and (own.published_en is not null or own.published_ru is not null)
    order by own.key collate "C"`)

export const findPresent = (db: Db) =>
  db
    .from('localization_publications')
    .select(['id', 'number', 'en_hash', 'ru_hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The digests of the current texts; null for a language that does not differ from the default. */
export async function findPresentHashes(
  db: Db,
): Promise<{ en: string | null; ru: string | null } | undefined> {
  const [row] = await db.query(sql<{ en: string | null; ru: string | null }>`
    select case when en <> '{}' then en_hash end as en, case when ru <> '{}' then ru_hash end as ru
    from localization_publications where company_id = ${db.companyId} order by number desc limit 1`)
  return row
}

export const findPublication = (db: Db, id: number) =>
  db.from('localization_publications').select(['id', 'number']).where('id', '=', id).executeTakeFirst()

/** Texts of each language as JSON. */
type Written = { en: string; ru: string }

/** Counts the texts that differ between two publications; a null `beforeId` means no texts before. */
export async function countChanges(db: Db, beforeId: number | null, { en, ru }: Written): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    with was as (
      select language, text.key, text.value from localization_publications as made,
        lateral (values ('en', made.en), ('ru', made.ru)) as said (language, texts), jsonb_each_text(texts) as text
      where made.company_id = ${db.companyId} and made.id = ${beforeId}
    ), becomes as (
      select language, text.key, text.value
      from (values ('en', ${en}::jsonb), ('ru', ${ru}::jsonb)) as said (language, texts), jsonb_each_text(texts) as text
    )
    select count(distinct key) as count
    from ((table was except table becomes) union all (table becomes except table was)) as changed`)
  return row?.count ?? 0
}

type NewPublication = {
  number: number
  restores: number | null
  en: FlatTexts
  ru: FlatTexts
  en_hash: string
  ru_hash: string
  changes: number
  created_at: string
  created_by: number
}

export async function insertPublication(
  db: Db,
  publication: NewPublication,
  files: readonly { hash: string; body: string }[],
): Promise<number> {
  await db
    .insert('localization_files', files)
    .onConflict((same) => same.doNothing())
    .execute()
  const { id } = await db
    .insert('localization_publications', publication)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of publications that can be restored, and the number whose files are kept for open pages. */
const keptPublications = 100
const keptFiles = 20

export async function deleteOldPublications(db: Db, number: number): Promise<void> {
  await db
    .remove('localization_publications')
    .where('number', '<=', number - keptPublications)
    .execute()
  await db
    .remove('localization_files')
    .where(sql<boolean>`not exists (
      select from localization_publications as made
      where made.company_id = localization_files.company_id and made.number > ${number - keptFiles}
        and localization_files.hash in (made.en_hash, made.ru_hash)
    )`)
    .execute()
}

type Stamp = { at: string; by: number }

/**
 * Publishes the texts of an earlier publication again. A text with a draft keeps its draft. Texts that
 * the restoring person may not change stay as they are.
 */
export async function bringBack(
  db: Db,
  { id }: { id: number },
  { at, by }: Stamp,
  isByOwner: boolean,
): Promise<void> {
  const beginsWith = (key: string, beginnings: readonly string[]) => sql`exists (
    select from unnest(${sql.val([...beginnings])}::text[]) as known (beginning)
    where starts_with(${sql.ref(key)}, beginning)
  )`
  const isOfOwner = (key: string) =>
    sql`${beginsWith(key, ownerTexts)} and not ${beginsWith(key, adminTexts)}`
  const isMeant = (key: string) =>
    sql`not ${beginsWith(key, logTexts)} and (${isByOwner} or not (${isOfOwner(key)}))`
  const textsIn = (language: 'en' | 'ru') => sql`(
    select text.key, text.value
    from localization_publications as made, jsonb_each_text(made.${sql.ref(language)}) as text
    where made.company_id = ${db.companyId} and made.id = ${id}
  )`
  const then = sql`(
    select coalesce(english.key, russian.key) collate "C" as key, english.value as en, russian.value as ru
    from ${textsIn('en')} as english
    full join ${textsIn('ru')} as russian on russian.key = english.key
  )`
  await db.query(sql`
    insert into localizations (company_id, id, key, is_custom, updated_at, updated_by)
    select ${db.companyId},
      coalesce(given.id, nextval(pg_get_serial_sequence('localizations', 'id'))), then_said.key, given.id is null,
      ${at}, ${by}
    from ${then} as then_said
    left join default_texts as given on given.key = then_said.key
    where ${isMeant('then_said.key')} and not exists (
      select from localizations as own where own.company_id = ${db.companyId} and own.key = then_said.key
    )
    order by then_said.key
    on conflict do nothing`)
  await db.query(sql`
    update localizations as own set
      published_en = next.published_en, published_ru = next.published_ru, en = next.en, ru = next.ru,
      version = own.version + next.rises,
      field_versions = case when next.rises = 0 then own.field_versions
        else own.field_versions || jsonb_build_object('en', own.version + 1, 'ru', own.version + 1) end,
      updated_at = case when next.rises = 0 then own.updated_at else ${at} end,
      updated_by = case when next.rises = 0 then own.updated_by else ${by} end
    from (
      select *, (en is distinct from was_en or ru is distinct from was_ru)::integer as rises from (
        select held.id, held.en as was_en, held.ru as was_ru,
          then_said.en as published_en, then_said.ru as published_ru,
          case when held.en is not distinct from held.published_en then then_said.en else held.en end as en,
          case when held.ru is not distinct from held.published_ru then then_said.ru else held.ru end as ru
        from localizations as held
        left join ${then} as then_said on then_said.key = held.key
        where held.company_id = ${db.companyId} and ${isMeant('held.key')}
      ) as merged
    ) as next
    where own.company_id = ${db.companyId} and own.id = next.id
      and (own.published_en, own.published_ru, own.en, own.ru)
        is distinct from (next.published_en, next.published_ru, next.en, next.ru)`)
}
