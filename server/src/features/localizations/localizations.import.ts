import { localizations } from '@artel/contract/texts/localizations'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { toFieldIssues } from '../../errors/issues.ts'
import { pickInSlices, Slices } from '../../slices.ts'
import { isOffered } from '../../texts/said-texts.ts'
import type {
  DoneRow,
  ImportedRow,
  ImportSubject,
  RowFault,
  UndoTarget,
  Verdict,
} from '../imports/imports.ts'
import { textTitles } from './localizations.file.ts'
import { mayChange, toManage } from './localizations.policy.ts'
import { deleteOwn, findDefaults, findOwn, lockOwn, type OwnRow } from './localizations.queries.ts'
import { type Pair, planText, type Wanted } from './localizations.rules.ts'
import { findUnused, lockTexts, writeText } from './localizations.ts'

/** Imports texts from files as drafts. The key identifies the text of a row. */
export const textImport: ImportSubject = {
  kind: 'localizations',
  entity: 'localization',
  title: { ru: 'Тексты', en: 'Texts' },
  fields: [
    { name: 'key', title: textTitles.key, kind: 'text', isRequired: true },
    { name: 'ru', title: textTitles.ru, kind: 'exact', aliases: ['ru', 'Русский'] },
    { name: 'en', title: textTitles.en, kind: 'exact', aliases: ['en', 'Английский'] },
  ],
  begin: (db, actor, { overwrites }) => {
    const rowsByKey = new Map<string, number>()
    return { take: (rows) => importBatch(db, actor, overwrites, rowsByKey, rows) }
  },
  undo: undoTexts,
}

type Values = { key: string } & Wanted

type Look = { row: ImportedRow; values: Values | null; faults: RowFault[] }

function look(row: ImportedRow, rowsByKey: Map<string, number>): Look {
  const parsed = localizations.create.body.safeParse(row.values, { reportInput: true })
  const issues = parsed.success ? [] : toFieldIssues(parsed.error.issues)
  const found = issues
    .map(({ path, ...issue }): RowFault => ({ field: path.split('.')[0] ?? null, ...issue }))
    // A missing text is no error, because it leaves the existing text as it is.
    .filter(({ field, key }) => !(field === 'en' && key === 'required'))
    .filter(({ field }) => !row.faults.some((fault) => fault.field === field))
  const faults = [...row.faults, ...found]
  // The reader of the file parses cells by the fields above.
  const values = row.values as Partial<Values>
  const { key } = values
  if (key === undefined || faults.length > 0) return { row, values: null, faults }
  if (!isOffered(key)) return { row, values: null, faults: [{ field: 'key', key: 'text_not_offered' }] }
  const before = rowsByKey.get(key) ?? row.row
  rowsByKey.set(key, before)
  if (before !== row.row)
    return { row, values: null, faults: [{ field: 'key', key: 'text_key_in_row', values: { row: before } }] }
  return { row, values: { ...values, key }, faults: [] }
}

async function importBatch(
  db: Db,
  actor: Actor,
  overwrites: boolean,
  rowsByKey: Map<string, number>,
  batch: readonly ImportedRow[],
): Promise<Verdict[]> {
  const looks = batch.map((row) => look(row, rowsByKey))
  const given = looks.flatMap(({ values }) => (values && (values.en || values.ru) ? [values] : []))
  const isOwn = ({ key }: Values) => mayChange(actor, key)
  const keys = given.filter(isOwn).map(({ key }) => key)
  const held = await lockTexts(db, actor, keys)
  const ofOwner = given.filter((values) => !isOwn(values))
  const changedOfOwner = await findChanged(db, overwrites, ofOwner)
  const verdicts: Verdict[] = []
  const changed = new Set<number>()
  const slices = await Slices.begin()
  for (const { values, faults } of looks) {
    if (slices.isOver) await slices.next()
    const row = values && held.rows.get(values.key)
    if (!values || faults.length > 0) verdicts.push({ action: 'refuse', faults })
    else if (changedOfOwner.has(values.key))
      verdicts.push({ action: 'refuse', faults: [{ field: 'key', key: 'text_of_owner' }] })
    else if (!row) verdicts.push({ action: 'skip', faults: [] })
    else {
      const isNew = held.made.has(values.key)
      const plan = planRow(row, values, overwrites, held.defaults.get(values.key))
      const verdict = await importText(db, actor, row, plan, isNew)
      if (verdict.action === 'create' || verdict.action === 'update') changed.add(row.id)
      verdicts.push(verdict)
    }
  }
  await deleteOwn(db, findUnused(held, changed))
  return verdicts
}

/** Without `overwrites` a row only adds missing texts. */
const planRow = (before: Pair, { en, ru }: Wanted, overwrites: boolean, given?: { en: string; ru: string }) =>
  planText(before, overwrites ? { en, ru } : { en: before.en ?? en, ru: before.ru ?? ru }, given ?? null)

/**
 * The keys of the rows whose text differs from the present one. An exported list also contains texts that only owners
 * may change, so the import of an admin refuses such a row only if it would change the text.
 */
async function findChanged(
  db: Db,
  overwrites: boolean,
  rows: readonly Values[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const keys = rows.map(({ key }) => key)
  const defaults = await findDefaults(db, keys)
  const own = new Map((await findOwn(db, keys)).map((row) => [row.key, row]))
  const changed = await pickInSlices(rows, (row) => {
    const before = own.get(row.key) ?? { en: null, ru: null }
    const { next } = planRow(before, row, overwrites, defaults.get(row.key))
    return next.en === before.en && next.ru === before.ru ? null : row.key
  })
  return new Set(changed)
}

async function importText(
  db: Db,
  actor: Actor,
  row: OwnRow,
  { next, faults }: ReturnType<typeof planText>,
  isNew: boolean,
): Promise<Verdict> {
  if (faults.length > 0) return { action: 'refuse', faults }
  const version = await writeText(db, actor, toManage(actor, row), next)
  if (version === row.version) return { action: 'skip', faults: [], entity_id: row.id }
  const before = { en: row.en, ru: row.ru }
  const changed = Object.entries(before).filter(([name, text]) => next[name as 'en' | 'ru'] !== text) // both have these
  return row.is_custom && isNew
    ? { action: 'create', faults: [], entity_id: row.id, version }
    : { action: 'update', faults: [], entity_id: row.id, before: Object.fromEntries(changed), version }
}

/** Undoes rows of an import, except texts that were changed since or that only an owner may change. */
async function undoTexts(
  db: Db,
  actor: Actor,
  rows: readonly DoneRow[],
  { signal }: UndoTarget,
): Promise<Map<number, 'changed' | 'in_use'>> {
  const refused = new Map<number, 'changed' | 'in_use'>()
  const held = await lockByIds(db, rows)
  for (const { row, entity_id, version, before } of rows) {
    signal.throwIfAborted()
    const text = held.get(entity_id)
    if (text?.version !== version || !mayChange(actor, text.key)) refused.set(row, 'changed')
    else if (text) {
      const next = { en: text.en, ru: text.ru, ...(before ?? { en: null, ru: null }) }
      const isSilent = text.published_en === null && text.published_ru === null
      if (text.is_custom && isSilent && next.en === null && next.ru === null) await deleteOwn(db, [text.id])
      else await writeText(db, actor, toManage(actor, text), next)
    }
  }
  return refused
}

async function lockByIds(db: Db, rows: readonly DoneRow[]): Promise<Map<number, OwnRow>> {
  const ids = rows.map(({ entity_id }) => entity_id)
  const found = await db.from('localizations').select('key').where('id', 'in', ids).execute()
  const held = await lockOwn(
    db,
    found.map(({ key }) => key),
  )
  return new Map(held.map((row) => [row.id, row]))
}
