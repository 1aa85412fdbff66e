export type BracketPair = [name: string, value: string | Blob]

/**
 * Flattens nested fields into names of form fields: `{a: [{b: true}]}` is `a[0][b]=1`, `{ids: [4]}` is
 * `ids[]=4`. Booleans are 1 or 0, null is an empty value, an empty list is `a[]=` with an empty value,
 * undefined is left out.
 */
export function bracketPairs(fields: object): BracketPair[] {
  return Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value))
}

export function holdsFile(value: unknown): boolean {
  if (value instanceof Blob) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile)
}

function pairsOf(name: string, value: unknown): BracketPair[] {
  if (value === undefined) return []
  if (value === null) return [[name, '']]
  if (typeof value === 'boolean') return [[name, value ? '1' : '0']]
  if (value instanceof Blob) return [[name, value]]
  if (Array.isArray(value)) return listPairs(name, value)
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
  }
  return [[name, String(value)]]
}

// A list of plain values keeps its order without indexes. Parsers accept indexes only up to a limit.
function listPairs(name: string, list: readonly unknown[]): BracketPair[] {
  if (list.length === 0) return [[`${name}[]`, '']]
  const isPlain = list.every((value) => typeof value !== 'object' || value === null || value instanceof Blob)
  return list.flatMap((value, index) => pairsOf(isPlain ? `${name}[]` : `${name}[${index}]`, value))
}
