import type { FieldTextKey } from '@artel/contract/errors.en'

/** Why a file cannot be read as a table; each is the key of the sentence that says so at the file's field. */
export type TableReason = Extract<FieldTextKey, `table_${string}`>

/** What the sentence tells besides, such as `row` or `maximum`. */
export type TableValues = Record<string, number>

export class TableError extends Error {
  readonly reason: TableReason
  readonly values: TableValues

  constructor(reason: TableReason, values: TableValues = {}) {
    super(reason)
    this.name = 'TableError'
    this.reason = reason
    this.values = values
  }
}

/** The file is damaged, or was made to do harm; which of the two is nobody's business. */
export const broken = (): TableError => new TableError('table_broken')
