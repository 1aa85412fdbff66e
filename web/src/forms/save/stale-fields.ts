import { ownKeys, pickFields } from '@artel/contract/shapes/records'
import type { StaleField } from './stale-dialog.tsx'

/** The label of a field, and how its values are written. */
export type FieldWord<Value> = { label: string; show?: (value: Value) => string }

/** The fields of a form by name. */
export type FieldWords<Values extends object> = { [Name in keyof Values]?: FieldWord<Values[Name]> }

/** Whether two values of a field differ. Lists are compared by content. */
export const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) !== JSON.stringify(other)

/** Fields that were changed to different values both here and by the other person. */
export function staleFields<Values extends object>(
  words: FieldWords<Values>,
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
    const show = words[name]?.show ?? String
    return {
      name,
      label: words[name]?.label ?? name,
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
