import type { AuditEntity } from '@artel/contract/audit/audit.line'
import type { ImportFault } from '@artel/contract/imports/imports'
import type { ImportAction, ImportKind } from '@artel/contract/imports/imports.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import type { Words } from '../../spreadsheets/spreadsheets.ts'
import type { AuditParts } from '../audit/audit.ts'
import type { CellKind } from './imports.cells.ts'

/** A field to which a column of a file can be mapped. */
export type ImportField = {
  name: string
  title: Words
  /** Other titles of such a column. */
  aliases?: readonly string[]
  kind: CellKind
  /** A file without a column for this field is refused. */
  isRequired?: boolean
}

/** A fault of a row, and its field; null: the whole row is at fault. */
export type RowFault = ImportFault & { field: string | null }

/** A row as it was read: the values of its fields, and the faults of cells that could not be read. */
export type ImportedRow = { row: number; values: Record<string, unknown>; faults: readonly RowFault[] }

/** The result of a row. */
export type Verdict = {
  action: ImportAction
  faults: readonly RowFault[]
  /** The id of what the row created or changed, its fields before the change, and its version now. */
  entity_id?: number
  before?: Record<string, unknown>
  version?: number
}

/** A row of an import that is to be undone. */
export type DoneRow = {
  row: number
  action: 'create' | 'update'
  entity_id: number
  before: Record<string, unknown> | null
  /** null: the created thing has no version, such as an empty box. */
  version: number | null
}

/** The import, and the supply that it fills; null: the import has no supply. */
export type ImportTarget = { importId: number; supplyId: number | null }

/** Writes changes of single things, as they are made, into the audit log. */
type Told = { audit: AuditParts }

/** An import that is being undone. `signal` is aborted when the undo has taken too long. */
export type UndoTarget = ImportTarget & Told & { signal: AbortSignal }

export type ImportOptions = ImportTarget &
  Told & {
    overwrites: boolean
    /** Only for boxes: the file has planned pieces, not packed ones. */
    isPlan: boolean
  }

/**
 * What an overwriting file has removed: whole boxes, lines of boxes that stayed, and the bytes that are kept to
 * restore them.
 */
export type Removed = { boxes: number; lines: number; bytes: number }

export type ImportTaking = {
  /** Prepares a row while the database works on the rows before it. */
  prepare?: (row: ImportedRow) => void
  /**
   * Imports rows and returns the result of each. After a unique violation the batch is rolled back, and
   * `take` gets it again.
   */
  take: (rows: readonly ImportedRow[]) => Promise<Verdict[]>
  /** Does the work that needs all rows. @returns what the file has removed; null: it does not overwrite */
  end?: () => Promise<Removed | null>
}

/** A kind of data that people import from files, such as products. */
export type ImportSubject = {
  kind: ImportKind
  entity: AuditEntity
  title: Words
  fields: readonly ImportField[]
  /** The GIN index of the search in the imported data. */
  searchIndex?: string
  /** Begins a run. `db` is the transaction of this run. */
  begin(db: Db, actor: Actor, options: ImportOptions): ImportTaking | Promise<ImportTaking>
  /** Undoes rows, the last row first. @returns the rows that stay as they are, and the reason */
  undo(
    db: Db,
    actor: Actor,
    rows: readonly DoneRow[],
    into: UndoTarget,
  ): Promise<Map<number, 'changed' | 'in_use'>>
  /** What the import fills, as the audit log names it. Without it, the log names the file. */
  findFilled?(db: Db, into: ImportTarget): Promise<{ id: number; title: string }>
  /**
   * Undoes changes that no row records, after all rows are undone.
   * @returns the number of boxes that it could not restore
   */
  endUndo?(db: Db, actor: Actor, into: UndoTarget): Promise<number>
}
