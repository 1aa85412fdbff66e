import type { AuditFields } from '@artel/contract/audit'
import { jsonbLength } from '@artel/contract/json-length'
import { cutText } from '@artel/contract/storable'

const secret = /password|secret|token|hash/i
const masked = '***'

/** What differs between two states of a thing, field by field; that a secret has changed is told, never what it is. */
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

/** Characters of the fields of an entry as JSON, as its columns bound them. */
const mostCharacters = 65_536

/** The fields as an entry has room for them: the longest values are shortened, so that all are told of. */
export function fitting(fields: AuditFields): AuditFields {
  if (jsonbLength(fields) <= mostCharacters) return fields
  const entries = Object.entries(fields)
  const names = entries.reduce((sum, [path]) => sum + jsonbLength(path) + 4, 4)
  const share = Math.floor((mostCharacters - names) / entries.length)
  return Object.fromEntries(entries.map(([path, value]) => [path, shortened(value, share)]))
}

function shortened(value: unknown, most: number): unknown {
  if (jsonbLength(value) <= most) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  let cut = text
  // A sign can take six characters of JSON, so that the length of the text does not say how much has to go.
  for (let length = most; jsonbLength(cut) > most; length = Math.floor(length * 0.9)) {
    cut = `${cutText(text, length)}…`
  }
  return cut
}

/** Nested fields by their paths; a list is one value. */
function flat(value: object, path = ''): Map<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isNested ? [...flat(inner, `${path}${key}.`)] : [[`${path}${key}`, inner]]
  })
  return new Map(entries)
}
