import type { AuditFields } from '@artel/contract/audit'

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

/** Nested fields by their paths; a list is one value. */
function flat(value: object, path = ''): Map<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isNested ? [...flat(inner, `${path}${key}.`)] : [[`${path}${key}`, inner]]
  })
  return new Map(entries)
}
