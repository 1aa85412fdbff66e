import { rename, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ImportCells,
  ImportDetail,
  ImportEntry,
  ImportFault,
  ImportFixes,
  ImportLayout,
  ImportMapping,
  ImportReport,
  ImportRow,
  ImportRowError,
} from '@artel/contract/imports/imports'
import type { ImportKind } from '@artel/contract/imports/imports.line'
import type { Pagination } from '@artel/contract/shapes/list'
import { cutText } from '@artel/contract/shapes/storable'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { ApiError, fieldError, LimitError } from '../../errors/errors.ts'
import type { LiveEvents } from '../../events/live-events.ts'
import type { ReceivedFile, Uploads } from '../../files/uploads.ts'
import { mapInSlices } from '../../slices.ts'
import { readTable, TableError } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import { findColumns, sheetNames } from './imports.columns.ts'
import {
  cancelUndo,
  deleteFailed,
  findImport,
  findRefused,
  type ImportFilters,
  type ImportQuery,
  insertImport,
  listImportRows,
  listRows,
  markFailed,
  moveImport,
  publishProgress,
  type RowFilters,
  type RowQuery,
} from './imports.queries.ts'
import { type Run, runImport } from './imports.run.ts'
import type { ImportSubject } from './imports.subject.ts'
import { undoImport } from './imports.undo.ts'
import { type Reader, showErrors, showImport } from './imports.words.ts'

export { findColumns, refuseMissing } from './imports.columns.ts'
export type {
  DoneRow,
  ImportedRow,
  ImportField,
  ImportOptions,
  ImportSubject,
  ImportTaking,
  ImportTarget,
  Removed,
  RowFault,
  UndoTarget,
  Verdict,
} from './imports.subject.ts'
export { applyWithBisection } from './imports.undo-rows.ts'

/** Services that a run still uses after its call has answered. */
export type ImportPlaces = {
  uploads: Uploads
  publish: LiveEvents['publish']
  log: Pick<FastifyBaseLogger, 'error'>
}

type Call = { root: Root; db: Db; actor: Actor }
type Body = {
  overwrite: boolean
  dry_run: boolean
  mapping?: ImportMapping | undefined
  fixes?: ImportFixes | undefined
  sheet?: number | undefined
  supply_id?: number
  as_plan?: boolean
}

/** Maximum ms that a call waits. A longer import continues after the response and reports its progress. */
const maxWaitMs = 5000
/** Maximum imports at the same time. Each uses two of the 20 connections of the pool. */
const maxAtOnce = 3
/** Maximum imports of a company: one runs and one waits, so that one company leaves a place to others. */
const maxOfCompany = 2
const longestMs = 15 * 60_000
const maxErrors = 10_000
/** Rows with errors that are read at once. */
const rowsAtOnce = 500
const sampleRows = 5

/** The company id of each import that runs or waits in this process. */
const underWay: number[] = []

/** The response to an import call: the report, or 202 with the state of the import. */
type Taken = { isDone: boolean; import: ImportDetail } & Partial<ImportReport>

/**
 * Imports a file, or checks it in a dry run.
 * @throws ApiError 422 at `file` if it cannot be read, at `mapping` and at `fixes`; LimitError
 */
export async function startImport(
  call: Call,
  places: ImportPlaces,
  subject: ImportSubject,
  body: Body,
  received: ReceivedFile | undefined,
): Promise<Taken> {
  if (!received) throw fieldError('file', 'required')
  const { root, db, actor } = call
  const { supply_id = null, as_plan = false } = body
  const { importId, path } = await withPlace(actor, async () => ({
    importId: await insertImport(db, {
      kind: subject.kind,
      is_dry: body.dry_run,
      overwrites: body.overwrite,
      supply_id,
      file_name: nameOf(received),
      created_by: actor.userId,
      created_at: nowIso(),
    }),
    path: await keepFile(received, places.uploads),
  }))
  const run: Run = {
    root,
    actor,
    subject,
    importId,
    isDry: body.dry_run,
    overwrites: body.overwrite,
    supplyId: supply_id,
    isPlan: as_plan,
    mapping: body.mapping ?? {},
    fixes: body.fixes ?? {},
    sheet: body.sheet,
    file: { path, name: nameOf(received) },
    signal: AbortSignal.timeout(longestMs),
  }
  const work = runImport(run).finally(() => rm(path, { force: true }))
  const isDone = await waitWithTimeout(call, places, importId, cleanups.run, work)
  const shown = await getImport(db, actor, importId)
  return { isDone, import: shown, ...(isDone && shown.report) }
}

async function withPlace<T>({ companyId }: Actor, begin: () => Promise<T>): Promise<T> {
  const own = underWay.filter((company) => company === companyId)
  if (underWay.length >= maxAtOnce || own.length >= maxOfCompany) throw new LimitError(5)
  underWay.push(companyId)
  return begin().catch((error: unknown) => {
    leavePlace(companyId)
    throw error
  })
}

const leavePlace = (companyId: number) => void underWay.splice(underWay.indexOf(companyId), 1)

// Moves the received file, because the request deletes its files when it is answered.
async function keepFile(received: ReceivedFile, uploads: Uploads): Promise<string> {
  const path = uploads.newPath()
  await rename(received.path, path)
  return path
}

const nameOf = ({ name }: ReceivedFile): string =>
  // Control characters and half surrogate pairs would break a line of the log or a header.
  cutText(name.replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim(), 200) || 'file'

/** The function that cleans up after failed work: while the call still waits (`awaited`), or after its answer (`behind`). */
const cleanups = {
  run: { awaited: deleteFailed, behind: markFailed },
  undo: { awaited: cancelUndo, behind: cancelUndo },
}

/**
 * Waits for the work for at most 5 seconds. An error within this time is thrown. A later one is saved with the
 * import. Neither happens if the work was committed, because only the acknowledgement was lost then.
 * @returns whether the work is done
 */
async function waitWithTimeout(
  { root, actor }: Call,
  { publish, log }: ImportPlaces,
  importId: number,
  cleanup: (typeof cleanups)[keyof typeof cleanups],
  work: Promise<unknown>,
): Promise<boolean> {
  const aside = new Db(root, actor.companyId)
  // The changed lists are visible to everyone.
  const audience = 'everyone' as const
  const publishUpdate = () =>
    publish([
      {
        companyId: actor.companyId,
        event: { entity: 'import', id: importId, action: 'update' },
        audience,
      },
    ])
  let isWaitedFor = true
  const ended = work.then(publishUpdate).finally(() => leavePlace(actor.companyId))
  const behind = ended.catch(async (error: unknown) => {
    if (isWaitedFor) throw error
    const hasFailed = await cleanup.behind(aside, importId, faultOf(error)).catch(() => true)
    log.error(
      { err: error },
      hasFailed ? 'an import failed' : 'an import was committed, but not acknowledged',
    )
    publishUpdate()
  })
  // Catches the error, because nobody awaits this promise after the response.
  behind.catch(() => undefined)
  const over = new AbortController()
  const timeout = sleep(maxWaitMs, 'behind', { signal: over.signal }).catch(() => 'done')
  try {
    const first = await Promise.race([behind.then(() => 'done'), timeout])
    isWaitedFor = false
    return first === 'done'
  } catch (error) {
    // If the cleanup fails as well, a job cleans up later.
    if (await cleanup.awaited(aside, importId).catch(() => true)) throw toAnswer(error)
    publishUpdate()
    return true
  } finally {
    over.abort()
  }
}

/** Turns the error of a file that cannot be read into the error of the response. */
export const toAnswer = (error: unknown): unknown =>
  error instanceof TableError ? fieldError('file', error.reason, error.values) : error

function faultOf(error: unknown): ImportFault {
  const known = toAnswer(error)
  const [issue] = known instanceof ApiError ? known.issues : []
  return issue ? { key: issue.key, ...(issue.values && { values: issue.values }) } : { key: 'import_failed' }
}

/** Undoes an import. @throws ApiError not_found, wrong_state */
export async function startUndo(
  { root, db, actor }: Call,
  places: ImportPlaces,
  subjects: readonly ImportSubject[],
  id: number,
): Promise<{ isDone: boolean; import: ImportDetail }> {
  const row = await findImport(db, id)
  if (!row) throw new ApiError('not_found')
  if (row.state === 'undone' && !row.is_dry) return { isDone: true, import: await getImport(db, actor, id) }
  const subject = subjectOf(subjects, row.kind)
  const begun = { state: 'undoing', undone_by: actor.userId, undone_at: nowIso() } as const
  await withPlace(actor, async () => {
    if (!(await moveImport(db, id, 'done', begun))) throw new ApiError('wrong_state')
    await publishProgress(db, id, 0)
  })
  const total = (row.created ?? 0) + (row.updated ?? 0)
  const undoing = {
    root,
    actor,
    subject,
    importId: id,
    supplyId: row.supply_id,
    fileName: row.file_name,
    total,
  }
  const work = undoImport({ ...undoing, signal: AbortSignal.timeout(longestMs) })
  const isDone = await waitWithTimeout({ root, db, actor }, places, id, cleanups.undo, work)
  return { isDone, import: await getImport(db, actor, id) }
}

const subjectOf = (subjects: readonly ImportSubject[], kind: ImportKind): ImportSubject => {
  const subject = subjects.find((one) => one.kind === kind)
  if (!subject) throw new ApiError('invalid', [{ path: 'kind', key: 'not_offered' }])
  return subject
}

/**
 * Reads the columns of a file with their recognized fields, and its first rows.
 * @throws ApiError 422 at `file`, also if reading takes too long; LimitError if no place to read becomes free
 */
export async function lookInto(
  actor: Actor,
  subjects: readonly ImportSubject[],
  { kind, sheet }: { kind: ImportKind; sheet?: number | undefined },
  received: ReceivedFile | undefined,
): Promise<{ layout: ImportLayout; sample: ImportCells[] }> {
  const { fields } = subjectOf(subjects, kind)
  if (!received) throw fieldError('file', 'required')
  const signal = AbortSignal.timeout(maxWaitMs * 2)
  return readTable(received, { person: actor, signal, sheet }, async (table) => {
    const layout = {
      sheet: table.sheet,
      sheets: sheetNames(table.sheets),
      columns: findColumns(fields, table.header),
    }
    for await (const batch of table.batches) {
      const first = batch.slice(0, sampleRows)
      return { layout, sample: first.map(({ cells }) => cells.map((cell) => cell?.text ?? null)) }
    }
    return { layout, sample: [] }
  }).catch((error: unknown) => {
    const isLate = signal.aborted && !(error instanceof LimitError)
    throw toAnswer(isLate ? new TableError('table_too_large_inside') : error)
  })
}

const readerOf = async (db: Db, { language }: Actor, hasFaults: boolean): Promise<Reader> => ({
  language,
  say: await findSay(db, hasFaults),
})

/** @throws ApiError not_found */
export async function getImport(db: Db, actor: Actor, id: number): Promise<ImportDetail> {
  const row = await findImport(db, id)
  if (!row) throw new ApiError('not_found')
  const { layout } = row
  const { total, created, updated, skipped, refused, removed, removed_lines } = row
  const isKnown =
    total !== null && created !== null && updated !== null && skipped !== null && refused !== null
  const reader = await readerOf(db, actor, row.failure !== null || (refused ?? 0) > 0)
  if (!isKnown) return { ...showImport(row, reader), layout, report: null }
  const errors = refused > 0 ? await listErrors(db, id, layout, reader) : []
  const counts = { total, created, updated, skipped, refused, removed, removed_lines }
  return { ...showImport(row, reader), layout, report: { ...counts, errors } }
}

/**
 * The first errors of an import. Their rows are read in batches, because the driver reads all rows of a
 * response at once.
 */
async function listErrors(
  db: Db,
  id: number,
  layout: ImportLayout | null,
  reader: Reader,
): Promise<ImportRowError[]> {
  const errors: ImportRowError[] = []
  for (let after = 0; ; ) {
    const rows = await findRefused(db, id, after, rowsAtOnce)
    for (const found of await mapInSlices(rows, (one) => showErrors(one.row, one.faults, layout, reader)))
      errors.push(...found)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce || errors.length >= maxErrors) return errors.slice(0, maxErrors)
    after = last.row
  }
}

export async function listImports(
  db: Db,
  actor: Actor,
  filters: ImportFilters,
  query: ImportQuery,
): Promise<{ imports: ImportEntry[]; pagination: Pagination }> {
  const { rows, pagination } = await listImportRows(db, actor, filters, query)
  const reader = await readerOf(
    db,
    actor,
    rows.some(({ failure }) => failure !== null),
  )
  return { imports: rows.map((row) => showImport(row, reader)), pagination }
}

/** @throws ApiError not_found */
export async function listRowsOf(
  db: Db,
  actor: Actor,
  id: number,
  filters: RowFilters,
  query: RowQuery,
): Promise<{ rows: ImportRow[]; pagination: Pagination }> {
  const found = await findImport(db, id)
  if (!found) throw new ApiError('not_found')
  const { rows, pagination } = await listRows(db, actor, id, filters, query)
  const reader = await readerOf(
    db,
    actor,
    rows.some(({ faults }) => faults.length > 0),
  )
  const shown = await mapInSlices(rows, ({ faults, ...row }) => ({
    ...row,
    errors: showErrors(row.row, faults, found.layout, reader),
  }))
  return { rows: shown, pagination }
}
