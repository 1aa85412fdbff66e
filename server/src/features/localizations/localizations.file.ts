import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import {
  allChangeRows,
  allPublicationRows,
  allTextRows,
  type ChangeFilters,
  type ChangeQuery,
  type PublicationFilters,
  type PublicationQuery,
  type TextQuery,
} from './localizations.list.queries.ts'
import { findText } from './localizations.ts'

type Row = InferResult<ReturnType<typeof allTextRows>>[number]
type ChangeRow = InferResult<ReturnType<typeof allChangeRows>>[number]
type PublicationRow = InferResult<ReturnType<typeof allPublicationRows>>[number]

/** Column titles. An import finds the columns by them. */
export const textTitles = {
  key: { ru: 'Ключ', en: 'Key' },
  ru: { ru: 'По-русски', en: 'Russian' },
  en: { ru: 'По-английски', en: 'English' },
} as const satisfies Record<string, Words>

const columns: Column<Row>[] = [
  { kind: 'text', title: textTitles.key, read: ({ key }) => key },
  { kind: 'text', title: textTitles.ru, read: ({ ru }) => ru },
  { kind: 'text', title: textTitles.en, read: ({ en }) => en },
  {
    kind: 'text',
    title: { ru: 'Исходный русский', en: 'Default Russian' },
    read: (row) => row.default?.ru ?? null,
  },
  {
    kind: 'text',
    title: { ru: 'Исходный английский', en: 'Default English' },
    read: (row) => row.default?.en ?? null,
  },
  { kind: 'yesNo', title: { ru: 'Черновик', en: 'Draft' }, read: ({ is_draft }) => is_draft },
  { kind: 'instant', title: { ru: 'Изменён', en: 'Changed' }, read: ({ updated_at }) => updated_at },
]

const changeColumns: Column<ChangeRow>[] = [
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ user }) => user.full_name },
  { kind: 'text', title: { ru: 'По-русски было', en: 'Russian before' }, read: ({ before }) => before.ru },
  { kind: 'text', title: { ru: 'По-русски стало', en: 'Russian after' }, read: ({ after }) => after.ru },
  { kind: 'text', title: { ru: 'По-английски было', en: 'English before' }, read: ({ before }) => before.en },
  { kind: 'text', title: { ru: 'По-английски стало', en: 'English after' }, read: ({ after }) => after.en },
]

const publicationColumns: Column<PublicationRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ number }) => number },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ user }) => user.full_name },
  { kind: 'number', title: { ru: 'Изменено текстов', en: 'Texts changed' }, read: ({ changes }) => changes },
  {
    kind: 'number',
    title: { ru: 'Вернула публикацию №', en: 'Restored publication No.' },
    read: ({ restores }) => restores,
  },
]

const name = { ru: 'Тексты', en: 'Texts' }

export const textFile = (db: Db, query: TextQuery): ListFile =>
  listFile({ name, columns, rows: allTextRows(db, query) })

/** @throws ApiError not_found */
export async function changeFile(
  db: Db,
  actor: Actor,
  id: number,
  filters: ChangeFilters,
  query: ChangeQuery,
): Promise<ListFile> {
  const { key } = await findText(db, id)
  return listFile({
    name: { ru: `Правки ${key}`, en: `Changes of ${key}` },
    columns: changeColumns,
    rows: allChangeRows(key, db, actor, filters, query),
  })
}

export const publicationFile = (
  db: Db,
  actor: Actor,
  filters: PublicationFilters,
  query: PublicationQuery,
): ListFile =>
  listFile({
    name: { ru: 'Публикации текстов', en: 'Publications of texts' },
    columns: publicationColumns,
    rows: allPublicationRows(db, actor, filters, query),
  })
