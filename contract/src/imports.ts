import { z } from 'zod'
import type { Access } from './access.ts'
import { call, fileCall } from './call.ts'
import type { FieldTextKey } from './errors.en.ts'
import { importActions, importKinds, importStates } from './imports.line.ts'
import { fitsJson } from './json-length.ts'
import { jsonText } from './json-text.ts'
import { fileFormat, listCall, oneOrMany } from './list.ts'
import { fieldText, id, instant } from './primitives.ts'
import { person } from './users.ts'

const kind = z.enum(importKinds)
const state = z.enum(importStates)
const action = z.enum(importActions)

/** A sentence at a field of a row, put into words once the reader's language is known. */
export type ImportFault = {
  key: FieldTextKey
  values?: Record<string, string | number>
}
/** What is wrong with a row: at which field, and in which column of the file, counted from 0. */
export type ImportFaults = (ImportFault & { field: string | null; column: number | null; value: string })[]
/** Fields of what a row has changed, as they were. */
export type ImportBefore = Record<string, unknown>

/** Texts of a row's cells in the order of the file's columns; null: empty. */
const cells = z.array(z.string().nullable())
export type ImportCells = z.infer<typeof cells>

const layout = z.object({
  sheet: z.number(),
  sheets: z.array(z.string()),
  /** In the order of the file. `field`: what the column is taken for; null: nothing. */
  columns: z.array(z.object({ title: z.string(), field: z.string().nullable() })),
})
export type ImportLayout = z.infer<typeof layout>

const rowError = z.object({
  /** As a spreadsheet numbers it: the header is row 1. */
  row: z.int(),
  /** Title of the column in the file; null where the file has none for the field. */
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

/** What an import has done, or what it would do. */
const report = z.object({
  ...counts,
  /** Rows with errors; they are left out. */
  refused: z.int(),
  /** The first 10,000; the file with its errors has all of them. */
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
  /** Into which supply its rows went. */
  supply_id: id.nullable(),
  total: z.int().nullable(),
  created: z.int().nullable(),
  updated: z.int().nullable(),
  skipped: z.int().nullable(),
  refused: z.int().nullable(),
  /** Of an undone one: rows that were left as they are, because they were changed since or are in use. */
  kept: z.int(),
  /** Why it failed, in the reader's language. */
  failure: z.string().nullable(),
  created_by: person,
  created_at: instant,
  finished_at: instant.nullable(),
  undone_by: person.nullable(),
  undone_at: instant.nullable(),
  /** Since then its rows cannot be read, and it cannot be undone; null: they are there. */
  rows_deleted_at: instant.nullable(),
  can: z.object({ undo: z.boolean() }),
})
export type ImportEntry = z.infer<typeof importEntry>

const importDetail = importEntry.extend({
  layout: layout.nullable(),
  /** Once it is done. */
  report: report.nullable(),
})
export type ImportDetail = z.infer<typeof importDetail>

const importRow = z.object({
  id,
  row: z.int(),
  cells,
  action,
  errors: z.array(rowError),
  /** Fields that change, as they were; none where nothing does. */
  before: z.record(z.string(), z.unknown()).nullable(),
  undo_refusal: z.enum(['changed', 'in_use']).nullable(),
})
export type ImportRow = z.infer<typeof importRow>

const mostColumns = 200
const mostFixes = 5000
const shortText = z.string().max(300)
const mapping = z
  .record(shortText, z.string().max(50).nullable())
  .refine(
    (value) => Object.keys(value).length <= mostColumns,
    fieldText('too_many', { maximum: mostColumns }),
  )
  .refine(...fitsJson(65_536))
/** Title or letter of a column of the file to the field that it is; null: none. */
export type ImportMapping = z.infer<typeof mapping>
const fixes = z
  .record(z.string().regex(/^\d{1,7}$/), z.record(z.string().max(50), z.string().max(10_000)))
  .refine((value) => Object.keys(value).length <= mostFixes, fieldText('too_many', { maximum: mostFixes }))
  .refine(...fitsJson(1_048_576))
/** Row to fields to what their cells are to be read as. */
export type ImportFixes = z.infer<typeof fixes>

const mebibyte = 1_048_576
/** Bytes of a file that is imported. */
export const importLimit = 20 * mebibyte

/** Which sheet of a workbook, counted from 0; not sent: the first that has a header. */
const sheet = z.int().min(0).max(255).optional()

const importBody = {
  /** 1: rows that are there already are changed; 0: they are left alone. */
  overwrite: z.boolean().default(false),
  /** Everything is done and then undone: the report says what would have been. */
  dry_run: z.boolean().default(false),
  // Names of columns have brackets and dots of their own.
  mapping: jsonText(mapping.optional(), 1 + mostColumns),
  fixes: jsonText(fixes.optional(), 14_000),
  sheet,
}

/** A call that takes a file in. What takes longer than 5 s is answered 202, with the import but without its report. */
export const importCall = <
  const Path extends string,
  const Who extends Access,
  Fields extends z.ZodRawShape = Record<never, z.ZodType>,
>(declared: {
  path: Path
  access: Who
  body?: Fields
}) =>
  call({
    method: 'POST',
    path: declared.path,
    access: declared.access,
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
      errors: z.array(rowError).optional(),
    },
    errors: ['too_many_requests'],
  })

const answer = { import: importDetail }

export const imports = {
  list: listCall({
    path: '/listing/imports',
    access: 'admin',
    plural: 'imports',
    row: importEntry,
    sorts: ['created_at', 'finished_at', 'total'],
    filters: {
      kind: oneOrMany(kind).optional(),
      /** Those into its boxes. */
      supply_id: oneOrMany(id).optional(),
      state: oneOrMany(state).optional(),
      user_id: oneOrMany(id).optional(),
    },
  }),
  get: call({ method: 'GET', path: '/imports/:id', access: 'admin', answer }),
  /** What a file holds, before it is taken in: its columns as they are understood, and its first rows. */
  look: call({
    method: 'POST',
    path: '/imports/look',
    access: 'admin',
    effect: 'slow_steps',
    files: { file: { maxBytes: importLimit } },
    body: z.strictObject({ kind, sheet }),
    answer: { layout, sample: z.array(cells) },
    errors: ['too_many_requests'],
  }),
  /** Rows of an import with what became, or would become, of each. */
  rows: listCall({
    path: '/listing/import_rows/:id',
    access: 'admin',
    plural: 'rows',
    row: importRow,
    sorts: ['row'],
    filters: {
      action: oneOrMany(action).optional(),
      /** Only rows with errors, and those right before and after them. */
      around_errors: z.boolean().optional(),
    },
  }),
  /** The file as it came, with a column that says what is wrong. */
  errors: fileCall({
    method: 'GET',
    path: '/imports/:id/errors',
    access: 'admin',
    query: { format: fileFormat.default('xlsx') },
  }),
  /** Takes back all that an import has done, but for what was changed since. */
  undo: call({
    method: 'POST',
    path: '/imports/:id/undo',
    access: 'admin',
    effect: 'steps',
    answer,
    errors: ['wrong_state'],
  }),
}
