import type { ImportKind } from '@artel/contract/imports/imports.line'

/**
 * A remembered file layout:
 * its titles in order, and the field that a person chose for each column; null: none.
 */
type Shape = { titles: string[]; fields: (string | null)[] }

/** Layouts remembered for each kind. The one used longest ago is dropped first. */
const maxShapes = 20

const keyOf = (kind: ImportKind) => `artel-import-shapes.${kind}`

/** The fields that this device remembers for a file with these titles; undefined: unknown. */
export function recallShape(kind: ImportKind, titles: readonly string[]): (string | null)[] | undefined {
  return readShapes(kind).find((shape) => isSame(shape.titles, titles))?.fields
}

export function rememberShape(kind: ImportKind, shape: Shape): void {
  const others = readShapes(kind).filter(({ titles }) => !isSame(titles, shape.titles))
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify([shape, ...others].slice(0, maxShapes)))
  } catch {
    // The storage is full or blocked. The person is asked again next time.
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
