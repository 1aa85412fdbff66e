import type {
  ImportEntry,
  ImportFault,
  ImportFaults,
  ImportLayout,
  ImportRowError,
} from '@artel/contract/imports/imports'
import type { Actor } from '../../access/actor.ts'
import type { Say } from '../../texts/said-texts.ts'
import type { ImportListRow } from './imports.queries.ts'

/** The language of the reader, and the texts of their company. */
export type Reader = Pick<Actor, 'language'> & { say: Say }

/** An import as its reader sees it, in the reader's language. */
export function showImport({ layout: _, ...row }: ImportListRow, reader: Reader): ImportEntry {
  const changes = (row.created ?? 0) + (row.updated ?? 0) + row.removed + row.removed_lines
  const hasRows = row.rows_deleted_at === null
  const can = { undo: row.state === 'done' && !row.is_dry && changes > 0 && hasRows }
  return { ...row, failure: row.failure && sentenceOf(row.failure, reader), can }
}

/** The errors of a row, one sentence for each fault. */
export const showErrors = (
  row: number,
  faults: ImportFaults,
  layout: ImportLayout | null,
  reader: Reader,
): ImportRowError[] =>
  faults.map(({ field, column, value, ...fault }) => ({
    row,
    field,
    value,
    column: column === null ? null : (layout?.columns[column]?.title ?? null),
    message: sentenceOf(fault, reader),
  }))

export const sentenceOf = ({ key, values }: ImportFault, { language, say }: Reader): string =>
  say(language, `fields.${key}`, values)
