import type { AuditFields } from '@artel/contract/audit/audit'
import { jsonbLength } from '@artel/contract/shapes/json-length'
import { cutText } from '@artel/contract/shapes/storable'

// Judges the names of fields. These are the product's own: a key that a person chooses is told inside a value,
// because one that is called `token` would mask it.
const secret = /password|secret|token|hash/i
const masked = '***'

/** The differences between two states, by field. A changed secret is listed without its value. */
export function changesOf(before: object, after: object): { before: AuditFields; after: AuditFields } {
  const [was, is] = [flat(before), flat(after)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => JSON.stringify(was.get(path)) !== JSON.stringify(is.get(path)),
  )
  const told = (values: Map<string, unknown>): AuditFields =>
    Object.fromEntries(
      changed
        .filter((path) => values.has(path))
        .map((path) => [path, secret.test(path) ? masked : values.get(path)]),
    )
  return { before: told(was), after: told(is) }
}

/** Maximum characters of the fields of an entry as JSON. The columns have the same limit. */
const maxCharacters = 65_536

/** Fits the fields into an entry: shortens the longest values, so that all fields are listed. */
export function fitting(fields: AuditFields): AuditFields {
  if (jsonbLength(fields) <= maxCharacters) return fields
  const entries = Object.entries(fields)
  const names = entries.reduce((sum, [path]) => sum + jsonbLength(path) + 4, 4)
  const share = Math.floor((maxCharacters - names) / entries.length)
  return Object.fromEntries(entries.map(([path, value]) => [path, shortened(value, share)]))
}

function shortened(value: unknown, most: number): unknown {
  if (jsonbLength(value) <= most) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  let cut = text
  // In a loop, because one character of the text can take six characters of JSON.
  for (let length = most; jsonbLength(cut) > most; length = Math.floor(length * 0.9)) {
    cut = `${cutText(text, length)}…`
  }
  return cut
}

/** Nested fields by their paths; a list counts as one value. */
function flat(value: object, path = ''): Map<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isNested ? [...flat(inner, `${path}${key}.`)] : [[`${path}${key}`, inner]]
  })
  return new Map(entries)
}
