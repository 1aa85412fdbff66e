import type { AuditEntity } from '@artel/contract/audit.line'
import type { ImportFault } from '@artel/contract/imports'
import type { ImportAction, ImportKind } from '@artel/contract/imports.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import type { Words } from '../../spreadsheets/spreadsheets.ts'
import type { CellKind } from './imports.cells.ts'

/** A field that a column of a file may be. */
export type ImportField = {
  name: string
  title: Words
  /** Other titles of such a column. */
  aliases?: readonly string[]
  kind: CellKind
  /** Without its column nothing can be taken in. */
  isRequired?: boolean
}

/** What is wrong with a row, and at which field; null: with the row itself. */
export type RowFault = ImportFault & { field: string | null }

/** A row as it was read: fields that its cells fill, and what is wrong with the others. */
export type ImportedRow = { row: number; values: Record<string, unknown>; faults: readonly RowFault[] }

/** What became of a row. */
export type Verdict = {
  action: ImportAction
  faults: readonly RowFault[]
  /** What was made or changed, with its fields as they were, and the version that it has now. */
  entity_id?: number
  before?: Record<string, unknown>
  version?: number
}

/** A row of an import that is to be taken back. */
export type DoneRow = {
  row: number
  action: 'create' | 'update'
  entity_id: number
  before: Record<string, unknown> | null
  /** null: of what has none, such as an empty box. */
  version: number | null
}

/** Which import it is, and what it goes into, where that is one thing. */
export type ImportTarget = { importId: number; supplyId: number | null }

export type ImportOptions = ImportTarget & {
  overwrites: boolean
  /** Of boxes: the file says what belongs into them. */
  isPlan: boolean
}

export type ImportTaking = {
  /** Looks at a row before it is its turn, while the database is at work on those before it. */
  prepare?: (row: ImportedRow) => void
  /**
   * Takes rows in and says what became of each. A batch in which something was not unique is rolled back and given once
   * more.
   */
  take: (rows: readonly ImportedRow[]) => Promise<Verdict[]>
  /** Does what can be done only when all rows are known. */
  end?: () => Promise<void>
}

/** What is taken in from files, such as products. */
export type ImportSubject = {
  kind: ImportKind
  entity: AuditEntity
  title: Words
  fields: readonly ImportField[]
  /** The GIN index that what is taken in is searched by. */
  searchIndex?: string
  /** Begins a run in a transaction of its own. */
  begin(db: Db, actor: Actor, options: ImportOptions): ImportTaking | Promise<ImportTaking>
  /** Takes rows back, the last first. @returns the rows that stay as they are, and why */
  undo(
    db: Db,
    actor: Actor,
    rows: readonly DoneRow[],
    into: ImportTarget,
  ): Promise<Map<number, 'changed' | 'in_use'>>
  /** Takes back what no row tells of, once all rows are. */
  endUndo?(db: Db, actor: Actor, into: ImportTarget): Promise<void>
}
