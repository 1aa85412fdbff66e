import type { FieldTextKey } from '@artel/contract/errors/errors.en'
import type { MoySkladMatch, MoySkladOwnedKind } from '@artel/contract/moysklad/moysklad.line'
import type { FieldVersions } from '@artel/contract/shapes/primitives'
import type { Db } from '../../../database/db.ts'
import type { WaitingItem } from './items.queries.ts'

/** What is wrong with a field of ours. Field null: the whole row is wrong. */
export type Failure = { field: string | null; key: FieldTextKey; values?: Record<string, string | number> }

export type Fields = Record<string, unknown>

/** Our row that an item is linked to, or may match. */
export type Ours = Fields & {
  id: number
  moy_sklad_id: string | null
  version: number
  field_versions: FieldVersions
}

/** `weight`: 2 = surely the same thing, 1 = the same thing as far as known, 0 = a person must decide. */
export type Match = { matches: MoySkladMatch[]; weight: 0 | 1 | 2 }

type Sought = { ids: readonly number[]; moySkladIds: readonly string[]; items: readonly WaitingItem[] }

type Change = { row: Ours; changed: Fields }

/** Fields with one owner, which a person sets. `isWhole`: the fields only have a meaning together. */
type Group = { fields: readonly string[]; isWhole?: boolean }

/**
 * Fields that are left out together if one of them breaks a rule; the rest is written. `of`: when this field
 * changes, the values of our row belong to another entity.
 */
type OptionalFields = { fields: readonly string[]; of?: string }

/** Components of bundles, by MoySklad id. */
export type Parts = ReadonlyMap<string, { name: string; article: string | null }>

/** How one kind of item is written to our rows. */
export type Subject = {
  /** Kind that is written; null for employees, because people are only linked to them. */
  kind: MoySkladOwnedKind | null
  groups: Readonly<Record<string, Group>>
  optional: readonly OptionalFields[]
  /**
   * Finds our rows that may match any of `items`, and the rows that are requested by id. With `isHeld`, locks
   * them until the transaction ends.
   */
  find(db: Db, sought: Sought, isHeld: boolean): Promise<Ours[]>
  /** What an item and our row have in common; null: nothing. */
  match(item: WaitingItem, ours: Ours): Match | null
  /**
   * Our fields with the values of MoySklad. A value that MoySklad leaves to us, such as a missing article, is
   * set only in a new row (`isNew`).
   */
  want(item: WaitingItem, parts: Parts, isNew: boolean): Fields
  /** Checks `fields` against our rules and normalizes them. `whole`: the whole row after the change. */
  check(fields: Fields, whole: Fields): { fields: Fields; failures: Failure[] }
  /** The values of a row that must be unique in the company, in the form that the indexes compare. */
  claims(row: Fields): string[]
  /** Finds the values of `changed` that one of `others` has. */
  findTaken(changed: Fields, whole: Fields, others: readonly Fields[]): Failure[]
  /** Our rows that share only a name with an item; at most `most`. */
  suggest?(db: Db, item: WaitingItem, most: number): Promise<Ours[]>
  describe(ours: Ours): { title: string; subtitle: string | null }
  make(db: Db, rows: readonly Fields[]): Promise<Map<string, number>>
  change(db: Db, changes: readonly Change[]): Promise<void>
}

/** Converts the issues of zod or of a rule to failures, one for each field. */
export const failuresOf = (
  issues: readonly {
    path: string
    key: FieldTextKey
    values?: Record<string, string | number> | undefined
  }[],
): Failure[] => {
  const first = new Map<string, Failure>()
  for (const { path, key, values } of issues) {
    const field = path.split('.')[0] || null
    if (!first.has(field ?? '')) first.set(field ?? '', { field, key, ...(values && { values }) })
  }
  return [...first.values()]
}
