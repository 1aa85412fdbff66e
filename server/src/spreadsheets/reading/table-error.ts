import type { FieldTextKey } from '@artel/contract/errors/errors.en'

/** Why a file cannot be read as a table. Each reason is the key of a message at the file's field. */
export type TableReason = Extract<FieldTextKey, `table_${string}`>

/** Values in the message, such as `row` or `maximum`. */
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

/** The file is damaged or malicious. The message does not say which. */
export const broken = (): TableError => new TableError('table_broken')
