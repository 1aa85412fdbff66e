import { ownKeys } from '@artel/contract/shapes/records'

/** The fields that an item has as the form has them. A text that is null is empty in the form. */
type Alike<Values, Thing> = {
  [Name in keyof Values]: Name extends keyof Thing
    ? Thing[Name] extends Values[Name] | (string extends Values[Name] ? null : never)
      ? Name
      : never
    : never
}[keyof Values]

/** The values of a form for an item. `others`: the fields that the item has in another way. */
export function valuesFrom<Values extends object, Thing extends object>(
  empty: Values,
  thing: Thing & { [Name in keyof Values]?: unknown },
  others: Omit<Values, Alike<Values, Thing>>,
): Values {
  const alike = ownKeys(empty).flatMap((name) =>
    name in thing ? [[name, thing[name] ?? (empty[name] === '' ? '' : null)] as const] : [],
  )
  return { ...empty, ...Object.fromEntries(alike), ...others }
}

/** A text as the contract takes it: trimmed, and null if it is empty. */
export const orNull = (text: string): string | null => text.trim() || null
