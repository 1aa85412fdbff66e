import type { ErrorBody } from '@artel/contract/errors'
import type { FieldVersions } from '@artel/contract/primitives'
import { ApiError } from './errors.ts'

/** Fields of a row as they are to become; undefined: not sent. */
export type Fields<Row> = { [Name in keyof Row]?: Row[Name] | undefined }

/** The fields that were sent and are not already as they should become. */
export function changedFields<Row extends object>(row: Row, fields: Fields<Row>): Partial<Row> {
  const names = Object.keys(fields) as (keyof Row)[] // its own keys
  const changed = names.filter((name) => fields[name] !== undefined && !isSame(fields[name], row[name]))
  // Each is a field of the row with a value that was sent.
  return Object.fromEntries(changed.map((name) => [name, fields[name]])) as Partial<Row>
}

// A list of ids is one value.
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Present = {
  /** Names of the fields that were changed after a version. */
  findChanged: (since: number) => ReadonlySet<string> | Promise<ReadonlySet<string>>
  /** Who changed one of these fields last, and when. */
  findChange: (names: readonly string[]) => Promise<ErrorBody['changed'] | undefined>
  /** The thing as its page shows it. */
  readCurrent: () => Promise<object>
}

/**
 * Editing together: fields that nobody else has touched pass, however old the version they are based on (`base`).
 * The row is locked. @throws ApiError stale where one of them has become something else since
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
 * Judging somebody's work or money: what was judged (`seen`) is to stand as it was seen. The row is locked. @throws
 * ApiError stale where one of the terms has been changed since, to something else or there and back
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

/** A row that keeps by itself which version changed which of its fields. */
type Versioned = { version: number; field_versions: FieldVersions }

/** Names of the fields of such a row that were changed after a version. */
export const changedSince = ({ field_versions }: Versioned, since: number): ReadonlySet<string> =>
  new Set(Object.keys(field_versions).filter((name) => (field_versions[name] ?? 0) > since))

/** The version of such a row that changes these fields. */
export function nextVersion({ version, field_versions }: Versioned, changed: object): Versioned {
  const next = version + 1
  const names = Object.keys(changed)
  return {
    version: next,
    field_versions: { ...field_versions, ...Object.fromEntries(names.map((name) => [name, next])) },
  }
}
