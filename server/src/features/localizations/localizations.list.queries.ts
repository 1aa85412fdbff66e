import type { BodyOf, QueryOf } from '@artel/contract/call'
import type {
  LocalizationChange,
  LocalizationPublication,
  localizations,
} from '@artel/contract/texts/localizations'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { dayEnd, dayStart } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { applyFilters } from '../../database/queries/filters.ts'
import { findPage, type Order, sortRows } from '../../database/queries/list.ts'
import { personOf } from '../../database/queries/person.ts'
import { containsWords } from '../../database/queries/search.ts'
import { textRows } from './localizations.queries.ts'

export type TextQuery = QueryOf<typeof localizations.list>

const textOrder = ({ sort_by }: TextQuery): Order => ({
  id: sql.ref('id'),
  by: {
    id: null,
    key: sql.ref('key'),
    updated_at: sql.ref('updated_at'),
    languages: sql`(2 - jsonb_array_length(missing))`,
  }[sort_by],
})

// A company has as many texts as the code, a few thousand rows. Scanning them is cheaper than maintaining an
// index of the merged texts of each company.
const said = sql`(key || ' ' || coalesce(en, '') || ' ' || coalesce(ru, ''))`

function filterTexts(db: Db, query: TextQuery) {
  const { search, missing, is_draft, is_orphaned, is_custom, namespace } = query
  const filters = { search, missing, is_draft, is_orphaned, is_custom, namespace }
  return applyFilters(textRows(db, is_draft), filters, {
    missing: (all, value) => all.where(sql<boolean>`(missing <> '[]') = ${value}`),
    is_draft: (all, value) => all.where(sql<boolean>`is_draft = ${value}`),
    is_orphaned: (all, value) => all.where(sql<boolean>`is_orphaned = ${value}`),
    is_custom: (all, value) => all.where(sql<boolean>`is_custom = ${value}`),
    namespace: (all, value) => all.where(sql<boolean>`split_part(key, '.', 1) = ${value}`),
    search: (all, value) => all.where(containsWords(said, value)),
  })
}

export const listTextRows = (db: Db, query: TextQuery) =>
  findPage(db, filterTexts(db, query), textOrder(query), query)

/** Selects all texts of the list, without paging. */
export const allTextRows = (db: Db, query: TextQuery) =>
  sortRows(filterTexts(db, query), textOrder(query), query.direction)

export type ChangeFilters = BodyOf<typeof localizations.changes>
export type ChangeQuery = QueryOf<typeof localizations.changes>

const isAmong = (ids: readonly number[]) => sql<boolean>`id = any(${sql.val([...ids])}::bigint[])`
const isMadeFrom = (day: string, { timezone }: Actor) =>
  sql<boolean>`created_at >= ${dayStart(day, timezone)}`
const isMadeUntil = (day: string, { timezone }: Actor) => sql<boolean>`created_at < ${dayEnd(day, timezone)}`

const changeOrder = ({ sort_by }: ChangeQuery): Order => ({
  id: sql.ref('id'),
  by: sort_by === 'id' ? null : sql.ref(sort_by),
})

type Asked<Filters, Query> = [db: Db, actor: Actor, filters: Filters, query: Query]

const changeRows = (db: Db, actor: Actor, key: string, filters: ChangeFilters) => {
  const rows = db.rows(sql<LocalizationChange & { said: string }>`
      select changes.id, changes.created_at,
        jsonb_build_object('en', changes.en_before, 'ru', changes.ru_before) as before,
        jsonb_build_object('en', changes.en, 'ru', changes.ru) as after,
        ${personOf('changes.created_by')} as user,
        concat_ws(' ', changes.en_before, changes.ru_before, changes.en, changes.ru) as said
      from localization_changes as changes
      join localizations as own on own.company_id = changes.company_id and own.id = changes.localization_id
      where own.company_id = ${db.companyId} and own.key = ${key}`)
  return applyFilters(rows, filters, {
    ids: (all, value) => all.where(isAmong(value)),
    date_from: (all, value) => all.where(isMadeFrom(value, actor)),
    date_to: (all, value) => all.where(isMadeUntil(value, actor)),
    search: (all, value) => all.where(containsWords(sql`said`, value)),
  })
}

export const listChangeRows = (
  key: string,
  ...[db, actor, filters, query]: Asked<ChangeFilters, ChangeQuery>
) => findPage(db, changeRows(db, actor, key, filters), changeOrder(query), query)

export const allChangeRows = (
  key: string,
  ...[db, actor, filters, query]: Asked<ChangeFilters, ChangeQuery>
) => sortRows(changeRows(db, actor, key, filters), changeOrder(query), query.direction)

export type PublicationFilters = BodyOf<typeof localizations.publications>
export type PublicationQuery = QueryOf<typeof localizations.publications>

const publicationOrder = ({ sort_by }: PublicationQuery): Order => ({
  id: sql.ref('id'),
  by: sort_by === 'id' ? null : sql.ref(sort_by),
})

const publicationRows = (db: Db, actor: Actor, filters: PublicationFilters) => {
  const rows = db.rows(sql<LocalizationPublication>`
      select made.id, made.number, made.restores, made.changes, made.created_at,
        jsonb_build_object(
          'en', (select count(*) from jsonb_object_keys(made.en)),
          'ru', (select count(*) from jsonb_object_keys(made.ru))) as texts,
        made.number = (select max(number) from localization_publications where company_id = ${db.companyId})
          as is_present,
        ${personOf('made.created_by')} as user
      from localization_publications as made where made.company_id = ${db.companyId}`)
  return applyFilters(rows, filters, {
    ids: (all, value) => all.where(isAmong(value)),
    date_from: (all, value) => all.where(isMadeFrom(value, actor)),
    date_to: (all, value) => all.where(isMadeUntil(value, actor)),
    search: (all, value) => all.where(containsWords(sql`(number::text)`, value)),
  })
}

export const listPublicationRows = (
  ...[db, actor, filters, query]: Asked<PublicationFilters, PublicationQuery>
) => findPage(db, publicationRows(db, actor, filters), publicationOrder(query), query)

export const allPublicationRows = (
  ...[db, actor, filters, query]: Asked<PublicationFilters, PublicationQuery>
) => sortRows(publicationRows(db, actor, filters), publicationOrder(query), query.direction)
