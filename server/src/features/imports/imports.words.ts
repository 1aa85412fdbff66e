import type {
  ImportEntry,
  ImportFault,
  ImportFaults,
  ImportLayout,
  ImportRowError,
} from '@artel/contract/imports'
import type { Actor } from '../../access/actor.ts'
import { fieldText } from '../../http/texts.ts'
import type { ImportListRow } from './imports.queries.ts'

type Reader = Pick<Actor, 'language'>

/** An import as its reader sees it, in their language. */
export function showImport({ layout: _, ...row }: ImportListRow, reader: Reader): ImportEntry {
  const didSomething = (row.created ?? 0) + (row.updated ?? 0) > 0
  const can = { undo: row.state === 'done' && !row.is_dry && didSomething }
  return { ...row, failure: row.failure && sentenceOf(row.failure, reader), can }
}

/** What is wrong with a row, a sentence for each field. */
export const showErrors = (
  row: number,
  faults: ImportFaults,
  layout: ImportLayout | null,
  reader: Reader,
): ImportRowError[] =>
  faults.map(({ field, column, value, ...fault }) => ({
    ...{ row, field, value },
    column: column === null ? null : (layout?.columns[column]?.title ?? null),
    message: sentenceOf(fault, reader),
  }))

export const sentenceOf = ({ key, values }: ImportFault, { language }: Reader): string =>
  fieldText(language, key, values)
