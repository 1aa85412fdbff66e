import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import {
  allImportRows,
  allRows,
  findImport,
  type ImportFilters,
  type ImportQuery,
  type RowFilters,
  type RowQuery,
} from './imports.queries.ts'
import { type Reader, sentenceOf, showErrors } from './imports.words.ts'

type ImportFileRow = InferResult<ReturnType<typeof allImportRows>>[number]
type RowFileRow = InferResult<ReturnType<typeof allRows>>[number]

const columnsFor = (reader: Reader): Column<ImportFileRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'text', title: { ru: 'Файл', en: 'File' }, read: ({ file_name }) => file_name },
  {
    kind: 'text',
    title: { ru: 'Состояние', en: 'State' },
    read: ({ state }, language) => reader.say(language, `imports.state_${state}`),
  },
  { kind: 'number', title: { ru: 'Строк', en: 'Rows' }, read: ({ total }) => total },
  { kind: 'number', title: { ru: 'Новых', en: 'New' }, read: ({ created }) => created },
  { kind: 'number', title: { ru: 'Изменено', en: 'Changed' }, read: ({ updated }) => updated },
  { kind: 'number', title: { ru: 'Без изменений', en: 'Unchanged' }, read: ({ skipped }) => skipped },
  { kind: 'number', title: { ru: 'С ошибками', en: 'With errors' }, read: ({ refused }) => refused },
  { kind: 'number', title: { ru: 'Убрано коробов', en: 'Boxes removed' }, read: ({ removed }) => removed },
  {
    kind: 'text',
    title: { ru: 'Почему не удался', en: 'Why it failed' },
    read: ({ failure }) => failure && sentenceOf(failure, reader),
  },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ created_by }) => created_by.full_name },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
]

export const importFile = async (
  db: Db,
  actor: Actor,
  filters: ImportFilters,
  query: ImportQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Импорты', en: 'Imports' },
    columns: columnsFor({ language: actor.language, say: await findSay(db) }),
    rows: allImportRows(db, actor, filters, query),
  })

const errorsTitle: Words = { ru: 'Ошибки', en: 'Errors' }

/**
 * The imported file as it was read, with a column that has the errors of each row.
 * @throws ApiError not_found also after the rows are deleted
 */
export async function rowFile(
  db: Db,
  actor: Actor,
  id: number,
  filters: RowFilters = {},
  { direction }: Pick<RowQuery, 'direction'> = { direction: 'asc' },
): Promise<ListFile> {
  const row = await findImport(db, id)
  if (!row?.layout || row.rows_deleted_at !== null) throw new ApiError('not_found')
  const { layout, file_name } = row
  const reader = { language: actor.language, say: await findSay(db) }
  const own = layout.columns.map(
    ({ title }, index): Column<RowFileRow> => ({
      kind: 'text',
      title: { ru: title, en: title },
      read: ({ cells }) => cells[index] ?? null,
    }),
  )
  const errors: Column<RowFileRow> = {
    kind: 'text',
    title: errorsTitle,
    read: ({ row: number, faults }) =>
      showErrors(number, faults, layout, reader)
        .map(({ column, message }) => (column ? `${column}: ${message}` : message))
        .join('\n') || null,
  }
  const bare = file_name.replace(/\.\w{1,5}$/, '')
  return listFile({
    name: { ru: bare, en: bare },
    columns: [...own, errors],
    rows: allRows(db, actor, id, filters, direction),
  })
}
