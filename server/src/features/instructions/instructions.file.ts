import { cutText } from '@artel/contract/shapes/storable'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { wordsOf } from './instructions.html.ts'
import {
  allInstructionRows,
  type InstructionFilters,
  type InstructionQuery,
} from './instructions.list.queries.ts'
import { allReaderRows, type ReaderFilters, type ReaderQuery } from './instructions.readers.queries.ts'
import {
  allRevisionRows,
  type RevisionFilters,
  type RevisionQuery,
} from './instructions.revisions.queries.ts'
import { findInstruction } from './instructions.ts'

type Row = InferResult<ReturnType<typeof allInstructionRows>>[number]
type RevisionRow = InferResult<ReturnType<typeof allRevisionRows>>[number]
type ReaderRow = InferResult<ReturnType<typeof allReaderRows>>[number]

/** Maximum characters of a spreadsheet cell. */
const maxOfCell = 32_000

const cellOf = (text: string): string | null => cutText(text, maxOfCell) || null

const columns: Column<Row>[] = [
  { kind: 'number', title: { ru: 'Место', en: 'Place' }, read: ({ position }) => position },
  { kind: 'text', title: { ru: 'Инструкция', en: 'Instruction' }, read: ({ title }) => title },
  { kind: 'text', title: { ru: 'Категория', en: 'Category' }, read: ({ category }) => category || null },
  {
    kind: 'text',
    title: { ru: 'Текст', en: 'Text' },
    read: ({ words }) => cellOf(words),
  },
  { kind: 'yesNo', title: { ru: 'Опубликована', en: 'Published' }, read: ({ is_published }) => is_published },
  {
    kind: 'yesNo',
    title: { ru: 'Нужно подтверждение', en: 'To be confirmed' },
    read: ({ requires_ack }) => requires_ack,
  },
  { kind: 'number', title: { ru: 'Редакция', en: 'Revision' }, read: ({ revision }) => revision },
  { kind: 'number', title: { ru: 'Прочитали', en: 'Read by' }, read: ({ readers }) => readers?.read ?? null },
  { kind: 'instant', title: { ru: 'Изменена', en: 'Changed' }, read: ({ updated_at }) => updated_at },
]

const readerColumns: Column<ReaderRow>[] = [
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  { kind: 'instant', title: { ru: 'Прочитано', en: 'Read' }, read: ({ read_at }) => read_at },
]

const revisionColumns: Column<RevisionRow>[] = [
  { kind: 'number', title: { ru: 'Редакция', en: 'Revision' }, read: ({ revision }) => revision },
  { kind: 'text', title: { ru: 'Инструкция', en: 'Instruction' }, read: ({ title }) => title },
  { kind: 'text', title: { ru: 'Текст', en: 'Text' }, read: ({ body }) => cellOf(wordsOf(body)) },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Кто изменил', en: 'Changed by' }, read: ({ user }) => user.full_name },
  { kind: 'number', title: { ru: 'Прочитали', en: 'Read by' }, read: ({ reads }) => reads },
]

export const instructionFile = (
  db: Db,
  actor: Actor,
  filters: InstructionFilters,
  query: InstructionQuery,
): ListFile =>
  listFile({
    name: { ru: 'Инструкции', en: 'Instructions' },
    columns,
    rows: allInstructionRows(db, actor, filters, query),
  })

/** @throws ApiError not_found */
export async function readerFile(
  db: Db,
  actor: Actor,
  id: number,
  filters: ReaderFilters,
  query: ReaderQuery,
): Promise<ListFile> {
  const { title } = await findInstruction(db, actor, id)
  return listFile({
    name: { ru: `Кто прочитал: ${title}`, en: `Who has read: ${title}` },
    columns: readerColumns,
    rows: allReaderRows(db, actor, id, filters, query),
  })
}

/** @throws ApiError not_found */
export async function revisionFile(
  db: Db,
  actor: Actor,
  id: number,
  filters: RevisionFilters,
  query: RevisionQuery,
): Promise<ListFile> {
  const { title } = await findInstruction(db, actor, id)
  return listFile({
    name: { ru: `Редакции: ${title}`, en: `Revisions: ${title}` },
    columns: revisionColumns,
    rows: allRevisionRows(db, actor, id, filters, query),
  })
}
