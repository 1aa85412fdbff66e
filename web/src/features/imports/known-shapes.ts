import type { ImportKind } from '@artel/contract/imports.line'

/** Files of one shape: their titles in order, and the field that a person has said each column is; null: none. */
type Shape = { titles: string[]; fields: (string | null)[] }

/** Shapes that are remembered of each kind; the one that was used longest ago goes first. */
const mostShapes = 20

const keyOf = (kind: ImportKind) => `artel-import-shapes.${kind}`

/** What this device has learnt of a file with these titles; undefined: nothing. */
export function recallShape(kind: ImportKind, titles: readonly string[]): (string | null)[] | undefined {
  return readShapes(kind).find((shape) => isSame(shape.titles, titles))?.fields
}

export function rememberShape(kind: ImportKind, shape: Shape): void {
  const others = readShapes(kind).filter(({ titles }) => !isSame(titles, shape.titles))
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify([shape, ...others].slice(0, mostShapes)))
  } catch {
    // Full, or not allowed: the person is asked again next time.
  }
}

function readShapes(kind: ImportKind): Shape[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? '[]')
    return Array.isArray(read) ? read.filter(isShape) : []
  } catch {
    return []
  }
}

const isShape = (value: unknown): value is Shape => {
  const { titles, fields } = (value ?? {}) as Partial<Record<keyof Shape, unknown>>
  if (!Array.isArray(titles) || !Array.isArray(fields) || titles.length !== fields.length) return false
  return (
    titles.every((title) => typeof title === 'string') &&
    fields.every((field) => field === null || typeof field === 'string')
  )
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((title, index) => title === other[index])
