import { z } from 'zod'
import type { Access } from '../access.ts'
import { call, fileCall } from '../call.ts'
import type { FieldTextKey } from '../errors/errors.en.ts'
import type { Entity } from '../events.ts'
import { fitsJson } from '../shapes/json-length.ts'
import { jsonText } from '../shapes/json-text.ts'
import { limitedRecord } from '../shapes/limited-record.ts'
import { fileFormat, listCall, oneOrMany } from '../shapes/list.ts'
import { id, instant } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { importActions, importKinds, importStates } from './imports.line.ts'

const kind = z.enum(importKinds)
const state = z.enum(importStates)
const action = z.enum(importActions)

/** An error text for a field of a row. It is formatted when the reader's language is known. */
export type ImportFault = {
  key: FieldTextKey
  values?: Record<string, string | number>
}
/** Errors of a row: the field, and the column of the file, counted from 0. */
export type ImportFaults = (ImportFault & { field: string | null; column: number | null; value: string })[]
/** Fields that a row has changed, with their previous values. */
export type ImportBefore = Record<string, unknown>

/** Texts of a row's cells in the order of the file's columns; null: empty. */
const cells = z.array(z.string().nullable())
export type ImportCells = z.infer<typeof cells>

const layout = z.object({
  sheet: z.number(),
  sheets: z.array(z.string()),
  /** In the order of the file. `field`: the field that the column is read as; null: none. */
  columns: z.array(z.object({ title: z.string(), field: z.string().nullable() })),
})
export type ImportLayout = z.infer<typeof layout>

const rowError = z.object({
  /** Row number as in a spreadsheet: the header is row 1. */
  row: z.int(),
  /** Title of the column in the file; null if the file has no column for the field. */
  column: z.string().nullable(),
  field: z.string().nullable(),
  value: z.string(),
  message: z.string(),
})
export type ImportRowError = z.infer<typeof rowError>

const counts = {
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
}

const removals = {
  /** Boxes that an overwriting file has removed, because it does not name them. */
  removed: z.int(),
  /** Lines that it has removed from boxes that it names. */
  removed_lines: z.int(),
}

/** The result of an import, or the expected result. */
const report = z.object({
  ...counts,
  /** Rows with errors. They are left out. */
  refused: z.int(),
  ...removals,
  /** The first 10,000 errors. The file with errors has all of them. */
  errors: z.array(rowError),
})
export type ImportReport = z.infer<typeof report>

/** An import as the list shows it. */
export const importEntry = z.object({
  id,
  kind,
  state,
  /** Per cent. */
  progress: z.int(),
  is_dry: z.boolean(),
  overwrite: z.boolean(),
  file_name: z.string(),
  /** The supply that received the rows. */
  supply_id: id.nullable(),
  total: z.int().nullable(),
  created: z.int().nullable(),
  updated: z.int().nullable(),
  skipped: z.int().nullable(),
  refused: z.int().nullable(),
  ...removals,
  /** After an undo: rows that were kept, because they were changed since or are in use. */
  kept: z.int(),
  /** After an undo: removed boxes that were not restored, or not with all their lines, because something conflicts. */
  kept_boxes: z.int(),
  /** Why it failed, in the reader's language. */
  failure: z.string().nullable(),
  created_by: person,
  created_at: instant,
  finished_at: instant.nullable(),
  undone_by: person.nullable(),
  undone_at: instant.nullable(),
  /** From then on its rows cannot be read and it cannot be undone; null: the rows are stored. */
  rows_deleted_at: instant.nullable(),
  can: z.object({ undo: z.boolean() }),
})
export type ImportEntry = z.infer<typeof importEntry>

const importDetail = importEntry.extend({
  layout: layout.nullable(),
  /** Present when the import is done. */
  report: report.nullable(),
})
export type ImportDetail = z.infer<typeof importDetail>

const importRow = z.object({
  id,
  row: z.int(),
  cells,
  action,
  errors: z.array(rowError),
  /** Fields that change, with their previous values; none if nothing changes. */
  before: z.record(z.string(), z.unknown()).nullable(),
  undo_refusal: z.enum(['changed', 'in_use']).nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const maxColumns = 200
const maxFixes = 5000
const shortText = z.string().max(300)
const mapping = limitedRecord(shortText, z.string().max(50).nullable(), maxColumns).refine(
  ...fitsJson(65_536),
)
/** Maps the title or letter of a column of the file to its field; null: none. */
export type ImportMapping = z.infer<typeof mapping>
const fixes = limitedRecord(
  z.string().regex(/^\d{1,7}$/),
  z.record(z.string().max(50), z.string().max(10_000)),
  maxFixes,
).refine(...fitsJson(1_048_576))
/** Maps a row to its fields, and each field to the value that replaces its cell. */
export type ImportFixes = z.infer<typeof fixes>

const mebibyte = 1_048_576
/** Maximum size of an imported file, in bytes. */
export const importLimit = 20 * mebibyte

/** Index of the sheet of a workbook, from 0. Default: the first sheet with a header. */
const sheet = z.int().min(0).max(255).optional()

const importBody = {
  /** 1: existing rows are changed; 0: existing rows stay unchanged. */
  overwrite: z.boolean().default(false),
  /** Executes the import and then undoes it. The report says what the import would have done. */
  dry_run: z.boolean().default(false),
  // Sent as JSON text, because titles of columns contain brackets and dots.
  mapping: jsonText(mapping.optional(), 1 + maxColumns),
  fixes: jsonText(fixes.optional(), 14_000),
  sheet,
}

/** A call that imports a file. After 5 s it answers 202 with the import and without its report. */
export const importCall = <
  const Path extends string,
  const Who extends Access,
  Fields extends z.ZodRawShape = Record<never, z.ZodType>,
>(declared: {
  path: Path
  access: Who
  changes: readonly Entity[]
  body?: Fields
}) =>
  call({
    method: 'POST',
    path: declared.path,
    access: declared.access,
    changes: declared.changes,
    effect: 'slow_steps',
    files: { file: { maxBytes: importLimit } },
    body: z.strictObject({ ...importBody, ...(declared.body ?? ({} as Fields)) }), // left out, it adds nothing
    answer: {
      import: importDetail,
      total: z.int().optional(),
      created: z.int().optional(),
      updated: z.int().optional(),
      skipped: z.int().optional(),
      refused: z.int().optional(),
      removed: z.int().optional(),
      removed_lines: z.int().optional(),
      errors: z.array(rowError).optional(),
    },
    errors: ['too_many_requests'],
  })

const answer = { import: importDetail }

export const imports = {
  list: listCall({
    path: '/listing/imports',
    access: 'admin',
    shows: ['import'],
    plural: 'imports',
    row: importEntry,
    sorts: ['created_at', 'finished_at', 'total'],
    filters: {
      kind: oneOrMany(kind).optional(),
      /** Imports into the boxes of these supplies. */
      supply_id: oneOrMany(id).optional(),
      state: oneOrMany(state).optional(),
      user_id: oneOrMany(id).optional(),
    },
  }),
  get: call({ method: 'GET', path: '/imports/:id', access: 'admin', shows: ['import'], answer }),
  /** Previews a file before its import: the columns as they are recognized, and the first rows. */
  look: call({
    method: 'POST',
    path: '/imports/look',
    access: 'admin',
    changes: [],
    effect: 'slow_steps',
    files: { file: { maxBytes: importLimit } },
    body: z.strictObject({ kind, sheet }),
    answer: { layout, sample: z.array(cells) },
    errors: ['too_many_requests'],
  }),
  /** Rows of an import with the result, or the expected result, of each. */
  rows: listCall({
    path: '/listing/import_rows/:id',
    access: 'admin',
    shows: ['import'],
    plural: 'rows',
    row: importRow,
    sorts: ['row'],
    filters: {
      action: oneOrMany(action).optional(),
      /** Only rows with errors, and the rows directly before and after them. */
      around_errors: z.boolean().optional(),
    },
  }),
  /** The original file with an added column of errors. */
  errors: fileCall({
    method: 'GET',
    path: '/imports/:id/errors',
    access: 'admin',
    query: { format: fileFormat.default('xlsx') },
  }),
  /** Undoes all changes of an import except rows that were changed since. */
  undo: call({
    method: 'POST',
    path: '/imports/:id/undo',
    access: 'admin',
    changes: ['import'],
    effect: 'steps',
    answer,
    errors: ['wrong_state'],
  }),
}
