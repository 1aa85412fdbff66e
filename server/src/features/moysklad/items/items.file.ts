import { planWord } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladFailures } from '@artel/contract/moysklad/moysklad.stored'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { InferResult } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { type ListFile, listFile } from '../../../lists/list-file.ts'
import type { Column } from '../../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../../texts/company-texts.ts'
import type { Say } from '../../../texts/said-texts.ts'
import {
  allItemRows,
  allLogRows,
  type ItemFilters,
  type ItemQuery,
  type LogFilters,
  type LogQuery,
  type LogRow,
} from './items.list.queries.ts'

type Row = InferResult<ReturnType<typeof allItemRows>>[number]

const inWords = (say: Say, failures: MoySkladFailures, language: Locale): string | null =>
  failures.map(({ key, values }) => say(language, `fields.${key}`, values)).join('; ') || null

const columnsFor = (say: Say): Column<Row>[] => [
  {
    kind: 'text',
    title: { ru: 'Вид', en: 'Kind' },
    read: ({ kind }, language) => say(language, `moySklad.kind_${kind}`),
  },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ title }) => title },
  {
    kind: 'text',
    title: { ru: 'Что будет', en: 'Plan' },
    read: ({ kind, plan }, language) => say(language, `moySkladItems.${planWord(plan, kind)}`),
  },
  {
    kind: 'text',
    title: { ru: 'Почему', en: 'Why' },
    read: ({ failures }, language) => inWords(say, failures, language),
  },
  {
    kind: 'text',
    title: { ru: 'Код в МоёмСкладе', en: 'ID in MoySklad' },
    read: ({ moy_sklad_id }) => moy_sklad_id,
  },
  {
    kind: 'instant',
    title: { ru: 'Изменено там', en: 'Changed there' },
    read: ({ their_updated_at }) => their_updated_at,
  },
  { kind: 'instant', title: { ru: 'Записано', en: 'Written' }, read: ({ written_at }) => written_at },
]

const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const logColumnsFor = (say: Say): Column<LogRow>[] => [
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  {
    kind: 'text',
    title: { ru: 'Вид', en: 'Kind' },
    read: ({ part }, language) => say(language, `moySklad.kind_${part}`),
  },
  {
    kind: 'text',
    title: { ru: 'Что', en: 'What' },
    read: ({ action }, language) => say(language, `moySkladItems.action_${action}`),
  },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ title }) => title },
  {
    kind: 'text',
    title: { ru: 'Поля', en: 'Fields' },
    read: ({ changes }) =>
      changes.map(({ field, before, after }) => `${field}: ${said(before)} → ${said(after)}`).join('; ') ||
      null,
  },
  {
    kind: 'text',
    title: { ru: 'Почему', en: 'Why' },
    read: ({ failures }, language) => inWords(say, failures, language),
  },
]

export const itemFile = async (
  db: Db,
  actor: Actor,
  filters: ItemFilters,
  query: ItemQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Из МоегоСклада', en: 'From MoySklad' },
    columns: columnsFor(await findSay(db)),
    rows: allItemRows(db, actor, filters, query),
  })

export const logFile = async (
  db: Db,
  actor: Actor,
  filters: LogFilters,
  query: LogQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Журнал обмена с МоимСкладом', en: 'Log of syncs with MoySklad' },
    columns: logColumnsFor(await findSay(db)),
    rows: allLogRows(db, actor, filters, query),
  })
