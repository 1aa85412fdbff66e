import { ownKeys, pickFields } from '@artel/contract/shapes/records'
import type { FieldWords } from '../form/form-words.ts'
import type { StaleField } from './stale-dialog.tsx'

/** The words of the fields by their names. */
export type WordsByField = { get: (name: string) => FieldWords | undefined }

/** Whether two values of a field differ. Lists are compared by content. */
export const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

/** Fields that were changed to different values both here and by the other person. */
export function staleFields<Values extends object>(
  words: WordsByField,
  original: Values,
  theirs: Values,
  mine: Values,
): StaleField[] {
  const clashing = ownKeys(mine).filter(
    (name) =>
      differs(mine[name], original[name]) &&
      differs(theirs[name], original[name]) &&
      differs(theirs[name], mine[name]),
  )
  return clashing.map((name) => {
    const { label = name, show = String } = words.get(name) ?? {}
    return {
      name,
      label,
      original: show(original[name]),
      theirs: show(theirs[name]),
      mine: show(mine[name]),
    }
  })
}

/** The values that differ from those before. */
export function changedValues<Values extends object>(values: Values, before: Values): Partial<Values> {
  return pickFields(
    values,
    ownKeys(values).filter((name) => differs(values[name], before[name])),
  )
}

/**
 * Values to save: the other person's values with the changes made here on top, except the fields given up.
 */
export function settledValues<Values extends object>(
  original: Values,
  theirs: Values,
  mine: Values,
  clashing: readonly StaleField[],
  kept: ReadonlySet<string>,
): Values {
  const lost = new Set(clashing.map(({ name }) => name).filter((name) => !kept.has(name)))
  const own = ownKeys(mine).filter((name) => differs(mine[name], original[name]) && !lost.has(name))
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
}
