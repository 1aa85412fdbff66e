import type { FieldTextKey } from '@artel/contract/errors.en'
import type { MoySkladMatch, MoySkladOwnedKind } from '@artel/contract/moysklad.line'
import type { FieldVersions } from '@artel/contract/primitives'
import type { Db } from '../../database/db.ts'
import type { WaitingItem } from './moysklad.items.queries.ts'

/** What is wrong at which field of ours; null: with the whole. */
export type Failure = { field: string | null; key: FieldTextKey; values?: Record<string, string | number> }

export type Fields = Record<string, unknown>

/** One of ours that one of theirs is, or could be. */
export type Ours = Fields & {
  id: number
  moy_sklad_id: string | null
  version: number
  field_versions: FieldVersions
}

/** `weight`: 2 they are surely one, 1 they are one as far as can be seen, 0 a person has to say. */
export type Match = { matches: MoySkladMatch[]; weight: 0 | 1 | 2 }

type Sought = { ids: readonly number[]; moySkladIds: readonly string[]; items: readonly WaitingItem[] }

type Change = { row: Ours; changed: Fields }

/** Fields of which one person says who wins; `isWhole`: they only mean something together. */
type Group = { fields: readonly string[]; isWhole?: boolean }

/**
 * Fields that are left out together where one of them breaks a rule, and the rest is taken: `of` is the field whose
 * change makes the value that stands here somebody else's.
 */
type OptionalFields = { fields: readonly string[]; of?: string }

/** What is known of the parts of bundles, by their id there. */
export type Parts = ReadonlyMap<string, { name: string; article: string | null }>

/** How one kind of theirs becomes ours. */
export type Subject = {
  /** What is written; none of employees, who are only what people are tied to. */
  kind: MoySkladOwnedKind | null
  groups: Readonly<Record<string, Group>>
  optional: readonly OptionalFields[]
  /** Those of ours that could concern any of `items`, and those that are asked for; held until the transaction ends. */
  find(db: Db, sought: Sought, isHeld: boolean): Promise<Ours[]>
  /** What they have in common; null: nothing. */
  match(item: WaitingItem, ours: Ours): Match | null
  /** Fields of ours as they have them. What they leave to us is only in what is made (`isNew`). */
  want(item: WaitingItem, parts: Parts, isNew: boolean): Fields
  /** What of `fields` breaks our rules, and what they come to otherwise; `whole`: all as it would be. */
  check(fields: Fields, whole: Fields): { fields: Fields; failures: Failure[] }
  /** The values of a row that no other of the company may have, as the indexes compare them. */
  claims(row: Fields): string[]
  /** What of `changed` one of `others` has. */
  findTaken(changed: Fields, whole: Fields, others: readonly Fields[]): Failure[]
  /** Those of ours that share no more than a name; at most `most`. */
  suggest?(db: Db, item: WaitingItem, most: number): Promise<Ours[]>
  describe(ours: Ours): { title: string; subtitle: string | null }
  make(db: Db, rows: readonly Fields[]): Promise<Map<string, number>>
  change(db: Db, changes: readonly Change[]): Promise<void>
}

/** What zod or a rule found, one a field. */
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
