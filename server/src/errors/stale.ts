import type { ErrorBody } from '@artel/contract/errors/errors'
import type { FieldVersions } from '@artel/contract/shapes/primitives'
import { ApiError } from './errors.ts'

/** New values for fields of a row; undefined: not sent. */
export type Fields<Row> = { [Name in keyof Row]?: Row[Name] | undefined }

/** The fields that were sent with another value than the row has. */
export function changedFields<Row extends object>(row: Row, fields: Fields<Row>): Partial<Row> {
  const names = Object.keys(fields) as (keyof Row)[] // its own keys
  const changed = names.filter((name) => fields[name] !== undefined && !isSame(fields[name], row[name]))
  // Each is a field of the row with a value that was sent.
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<Row>
}

// Compares JSON, because a list of ids is one value.
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Present = {
  /** Names of the fields that were changed after a version. */
  findChanged: (since: number) => ReadonlySet<string> | Promise<ReadonlySet<string>>
  /** Who changed one of these fields last, and when. */
  findChange: (names: readonly string[]) => Promise<ErrorBody['changed'] | undefined>
  /** The present state of the thing, as its page shows it. */
  readCurrent: () => Promise<object>
}

/**
 * For concurrent editing. A field that nobody else has changed passes, however old the version on which the
 * edit is based (`base`). The caller has locked the row.
 * @throws ApiError stale if a sent field has been changed to another value since that version
 */
export async function refuseStale<Row extends { version: number }>(
  base: number | undefined,
  row: Row,
  fields: Fields<Row>,
  { findChanged, findChange, readCurrent }: Present,
): Promise<void> {
  if (base === undefined || base >= row.version) return
  const changed = await findChanged(base)
  const clashing = Object.keys(changedFields(row, fields)).filter((name) => changed.has(name))
  if (clashing.length > 0) throw await staleError(clashing, { findChange, readCurrent })
}

/**
 * For a judgement of somebody's work or money: the terms must still be those of the version that was seen
 * (`seen`). The caller has locked the row.
 * @throws ApiError stale if one of the terms has been changed since, even if it was changed back
 */
export async function assertSeen(
  seen: number | undefined,
  row: { version: number },
  terms: readonly string[],
  { findChanged, ...present }: Present,
): Promise<void> {
  if (seen === undefined || seen >= row.version) return
  const changed = await findChanged(seen)
  const others = terms.filter((name) => changed.has(name))
  if (others.length > 0) throw await staleError(others, present)
}

async function staleError(
  names: readonly string[],
  { findChange, readCurrent }: Omit<Present, 'findChanged'>,
): Promise<ApiError> {
  const change = await findChange(names)
  return new ApiError('stale', [], { current: await readCurrent(), ...(change && { changed: change }) })
}

/** A row that stores which version last changed each of its fields. */
type Versioned = { version: number; field_versions: FieldVersions }

/** Names of the fields of a row that were changed after a version. */
export const changedSince = ({ field_versions }: Versioned, since: number): ReadonlySet<string> =>
  new Set(Object.keys(field_versions).filter((name) => (field_versions[name] ?? 0) > since))

/** The version of a row that changes these fields. */
export function nextVersion({ version, field_versions }: Versioned, changed: object): Versioned {
  const next = version + 1
  const names = Object.keys(changed)
  return {
    version: next,
    field_versions: { ...field_versions, ...Object.fromEntries(names.map((name) => [name, next])) },
  }
}
