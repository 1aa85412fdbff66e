import type { Pagination } from '@artel/contract/shapes/list'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import type {
  Localization,
  LocalizationChange,
  LocalizationDraft,
  LocalizationPatch,
  LocalizationPublication,
} from '@artel/contract/texts/localizations'
import { findTextMistake, type TextMistake } from '@artel/contract/texts/texts.check'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError, type FieldIssue, fieldError } from '../../errors/errors.ts'
import { changedFields, changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { mapInSlices } from '../../slices.ts'
import { findSay } from '../../texts/company-texts.ts'
import { isOffered, type Say } from '../../texts/said-texts.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import {
  type ChangeFilters,
  type ChangeQuery,
  listChangeRows,
  listPublicationRows,
  listTextRows,
  type PublicationFilters,
  type PublicationQuery,
  type TextQuery,
} from './localizations.list.queries.ts'
import { mayChange, rightsTo, toManage } from './localizations.policy.ts'
import { lockState } from './localizations.publish.queries.ts'
import {
  countCustom,
  countTexts,
  deleteOwn,
  findDefaults,
  findTextRow,
  findTextRows,
  insertOwn,
  lockDrafts,
  lockOwn,
  type OwnRow,
  type TextRow,
  updateOwn,
} from './localizations.queries.ts'
import { planText, type Wanted } from './localizations.rules.ts'

export { bringDefaults, readTexts, type Texts } from './localizations.defaults.ts'
export { findOwnTexts, readLiveTexts } from './localizations.live.ts'
export { writePublication } from './localizations.publish.ts'

type Counts = Awaited<ReturnType<typeof countTexts>>

export async function listTexts(
  db: Db,
  actor: Actor,
  query: TextQuery,
): Promise<{ localizations: Localization[]; pagination: Pagination; counts: Counts }> {
  const { rows, pagination } = await listTextRows(db, query)
  return { localizations: await showAll(db, actor, rows), pagination, counts: await countTexts(db) }
}

async function showAll(db: Db, actor: Actor, rows: readonly TextRow[]): Promise<Localization[]> {
  const found = await mapInSlices(rows, (row) => ({ row, mistakes: mistakesOf(row) }))
  const say = await findSay(
    db,
    found.some(({ mistakes }) => mistakes.length > 0),
  )
  return found.map(({ row, mistakes }) => {
    const { own_en: _, own_ru: __, ...shown } = row
    return { ...shown, mistakes: sentencesOf(mistakes, say, actor), can: rightsTo(actor, row) }
  })
}

type Mistake = [Locale, TextMistake]

const mistakesOf = ({ own_en: en, own_ru: ru, default: given }: TextRow): Mistake[] =>
  locales.flatMap((one): Mistake[] => {
    const text = { en, ru }[one]
    const base = given ? given[one] : one === 'ru' ? en : null
    const mistake = text === null ? null : findTextMistake(one, text, base)
    return mistake ? [[one, mistake]] : []
  })

const sentencesOf = (mistakes: readonly Mistake[], say: Say, { language }: Actor): Localization['mistakes'] =>
  Object.fromEntries(mistakes.map(([one, { key, values }]) => [one, say(language, `fields.${key}`, values)]))

/** @throws ApiError not_found */
export async function findText(db: Db, id: number): Promise<TextRow> {
  const row = await findTextRow(db, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** @throws ApiError not_found */
export async function getText(db: Db, actor: Actor, id: number): Promise<Localization> {
  const [text] = await showAll(db, actor, [await findText(db, id)])
  if (!text) throw new ApiError('not_found')
  return text
}

/** The texts with these ids, in their order. */
export async function getTexts(db: Db, actor: Actor, ids: readonly number[]): Promise<Localization[]> {
  const texts = new Map(
    (await showAll(db, actor, await findTextRows(db, ids))).map((text) => [text.id, text]),
  )
  return ids.flatMap((id) => texts.get(id) ?? [])
}

/** Lists the changes of a text, each with the text before and after. @throws ApiError not_found */
export async function listChanges(
  db: Db,
  actor: Actor,
  id: number,
  filters: ChangeFilters,
  query: ChangeQuery,
): Promise<{ changes: LocalizationChange[]; pagination: Pagination }> {
  const { rows, pagination } = await listChangeRows((await findText(db, id)).key, db, actor, filters, query)
  return { changes: rows, pagination }
}

export async function listPublications(
  db: Db,
  actor: Actor,
  filters: PublicationFilters,
  query: PublicationQuery,
): Promise<{ publications: LocalizationPublication[]; pagination: Pagination }> {
  const { rows, pagination } = await listPublicationRows(db, actor, filters, query)
  return { publications: rows, pagination }
}

type Held = {
  rows: Map<string, OwnRow>
  defaults: Awaited<ReturnType<typeof findDefaults>>
  /** Keys without a row of the company before. */
  made: ReadonlySet<string>
}

/** Maximum number of custom texts of a company. */
const maxCustom = 1000

/**
 * Locks the rows of these keys until the transaction ends, and inserts missing ones. @returns the rows by key
 * @throws ApiError 422 at `key`, with the prefix that `pathOf` returns
 */
export async function lockTexts(
  db: Db,
  actor: Actor,
  keys: readonly string[],
  pathOf: (key: string) => string = () => '',
): Promise<Held> {
  const kept = keys.find((key) => !isOffered(key))
  if (kept !== undefined) throw fieldError(`${pathOf(kept)}key`, 'text_not_offered')
  const ofOwner = keys.find((key) => !mayChange(actor, key))
  if (ofOwner !== undefined) throw fieldError(`${pathOf(ofOwner)}key`, 'text_of_owner')
  const defaults = await findDefaults(db, keys)
  const before = await lockOwn(db, keys)
  const known = new Set(before.map(({ key }) => key))
  const made = keys.filter((key) => !known.has(key))
  const custom = made.filter((key) => !defaults.get(key))
  if (custom.length > 0) {
    // One request at a time, so that two concurrent requests cannot exceed the limit.
    await lockState(db)
    if ((await countCustom(db)) + custom.length > maxCustom)
      throw fieldError(`${pathOf(custom[0] ?? '')}key`, 'too_many_texts', { maximum: maxCustom })
  }
  const stamp = { at: nowIso(), by: actor.userId }
  await insertOwn(
    db,
    made.map((key) => ({ key, id: defaults.get(key)?.id ?? null })),
    stamp,
  )
  const rows = made.length > 0 ? await lockOwn(db, keys) : before
  return { rows: new Map(rows.map((row) => [row.key, row])), defaults, made: new Set(made) }
}

/** The ids of new rows that stayed unused, except rows that somebody else has changed meanwhile. */
export const findUnused = ({ rows, made }: Held, changed: ReadonlySet<number>): number[] =>
  [...made].flatMap((key) => {
    const row = rows.get(key)
    return row && row.version === 1 && !changed.has(row.id) ? [row.id] : []
  })

type Own = Pick<OwnRow, 'en' | 'ru'>

/** Writes a text, unless it is the same already. @returns the version afterwards */
export async function writeText(
  db: Db,
  actor: Actor,
  row: Allowed<OwnRow, 'manage'>,
  next: Own,
): Promise<number> {
  const changed = changedFields<Own>(row, next)
  if (Object.keys(changed).length === 0) return row.version
  const version = nextVersion(row, changed)
  await updateOwn(db, row.id, { ...changed, ...version, updated_at: nowIso(), updated_by: actor.userId })
  return version.version
}

type Plan = { row: Allowed<OwnRow, 'manage'>; next: Own }

async function writeTexts(db: Db, actor: Actor, held: Held, plans: readonly Plan[]): Promise<void> {
  const changed = new Set<number>()
  for (const { row, next } of plans)
    if ((await writeText(db, actor, row, next)) !== row.version) changed.add(row.id)
  await deleteOwn(db, findUnused(held, changed))
}

const partOf = (row: OwnRow, next: Own) => ({
  action: 'update' as const,
  entity: 'localization' as const,
  id: row.id,
  title: row.key,
  ...changesOf({ en: row.en, ru: row.ru }, { en: next.en, ru: next.ru }),
})

/**
 * Stores all texts as drafts, or none of them. @returns their ids, in the order of `drafts`
 * @throws ApiError 422 at the fields, with the prefix `localizations.N` if `isMany`
 */
export async function storeTexts(
  db: Db,
  actor: Actor,
  drafts: readonly LocalizationDraft[],
  isMany: boolean,
): Promise<number[]> {
  const places = new Map<string, number>()
  const pathAt = (index: number) => (isMany ? `localizations.${index}.` : '')
  for (const [index, { key }] of drafts.entries()) {
    if (places.has(key)) throw fieldError(`${pathAt(index)}key`, 'text_key_twice')
    places.set(key, index)
  }
  const held = await lockTexts(
    db,
    actor,
    drafts.map(({ key }) => key),
    (key) => pathAt(places.get(key) ?? 0),
  )
  const issues: FieldIssue[] = []
  const planned = await mapInSlices(drafts.entries(), ([index, draft]) => {
    const row = held.rows.get(draft.key)
    if (!row) return []
    const { next, faults } = planText(row, draft, held.defaults.get(draft.key) ?? null)
    for (const { field, ...fault } of faults) issues.push({ path: `${pathAt(index)}${field}`, ...fault })
    return [{ row: toManage(actor, row), next }]
  })
  const plans = planned.flat()
  if (issues.length > 0) throw new ApiError('invalid', issues)
  await writeTexts(db, actor, held, plans)
  await notify(
    db,
    actor,
    plans.map(({ row, next }) => partOf(row, next)),
  )
  return plans.map(({ row }) => row.id)
}

type Part = ReturnType<typeof partOf>

/** Writes the texts that really changed to the audit log, and announces the change to other editors. */
async function notify(db: Db, actor: Actor, parts: readonly Part[]): Promise<void> {
  const changed = parts.filter(({ after }) => Object.keys(after).length > 0)
  const [first] = changed
  if (!first) return
  if (changed.length === 1) await writeAudit(db, actor, first)
  else {
    const many = {
      action: 'update',
      entity: 'localization',
      id: null,
      after: { texts: changed.length },
    } as const
    await writeAudit(db, actor, many, changed)
  }
  db.announce({ entity: 'localization', id: first.id, action: 'update' }, [])
}

/** Adds a custom text. @returns its id @throws ApiError 422 at the field */
export async function createText(db: Db, actor: Actor, draft: LocalizationDraft): Promise<number> {
  // A concurrent request for the same key waits here, and then finds the key taken.
  await lockState(db)
  const [known] = await lockOwn(db, [draft.key])
  const isThere = known && (known.en !== null || known.ru !== null)
  if (isThere || (await findDefaults(db, [draft.key])).size > 0) throw fieldError('key', 'text_key_taken')
  const [id] = await storeTexts(db, actor, [draft], false)
  if (id === undefined) throw new ApiError('conflict')
  return id
}

/**
 * Updates the given languages as a draft.
 * @throws ApiError not_found; 422 at the language; stale if somebody has changed it since
 */
export async function updateText(db: Db, actor: Actor, id: number, patch: LocalizationPatch): Promise<void> {
  const { version: base, key, ...wanted } = patch
  const shown = await findText(db, id)
  if (key !== undefined && key !== shown.key) throw fieldError('key', 'text_key_fixed')
  const held = await lockTexts(db, actor, [shown.key])
  const row = held.rows.get(shown.key)
  if (!row) throw new ApiError('not_found')
  const managed = toManage(actor, row)
  const { next, faults } = planText(managed, wanted, held.defaults.get(shown.key) ?? null)
  await refuseStale<OwnRow>(base, managed, sentOf(wanted, next), {
    findChanged: (since) => changedSince(managed, since),
    findChange: (names) => findLastChange(db, 'localization', row.id, names),
    readCurrent: () => getText(db, actor, row.id),
  })
  if (faults.length > 0)
    throw new ApiError(
      'invalid',
      faults.map(({ field, ...fault }) => ({ path: field, ...fault })),
    )
  await writeTexts(db, actor, held, [{ row: managed, next }])
  await notify(db, actor, [partOf(managed, next)])
}

const sentOf = (wanted: Wanted, next: Own): Partial<Own> => ({
  ...(wanted.en !== undefined && { en: next.en }),
  ...(wanted.ru !== undefined && { ru: next.ru }),
})

/**
 * Deletes a custom text, or brings back the default. The published text stays until the next publication.
 * @throws ApiError not_found
 */
export async function removeText(db: Db, actor: Actor, id: number): Promise<void> {
  const { key } = await findText(db, id)
  const [row] = await lockOwn(db, [key])
  if (!row) return
  const nothing = { en: null, ru: null }
  const managed = toManage(actor, row)
  const isSilent = row.published_en === null && row.published_ru === null
  if (isSilent && row.is_custom) await deleteOwn(db, [row.id])
  else await writeText(db, actor, managed, nothing)
  const { before } = partOf(managed, nothing)
  await writeAudit(db, actor, { action: 'delete', entity: 'localization', id: row.id, title: key, before })
  db.announce({ entity: 'localization', id: row.id, action: 'delete' }, [])
}

/** Resets drafts that the actor may change to the published texts. @returns how many */
export async function discardDrafts(db: Db, actor: Actor, ids?: readonly number[]): Promise<number> {
  const isMeant = ({ id, key }: OwnRow) => (!ids || ids.includes(id)) && mayChange(actor, key)
  const drafts = (await lockDrafts(db)).filter(isMeant)
  const parts: Part[] = []
  const gone: number[] = []
  for (const row of drafts) {
    const next = { en: row.published_en, ru: row.published_ru }
    if (row.is_custom && next.en === null && next.ru === null) gone.push(row.id)
    else await writeText(db, actor, toManage(actor, row), next)
    parts.push(partOf(row, next))
  }
  await deleteOwn(db, gone)
  await notify(db, actor, parts)
  return drafts.length
}
