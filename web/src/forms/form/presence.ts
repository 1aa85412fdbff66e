import type { FieldRules } from '@artel/contract/shapes/field-rules'

/** Whether a value is empty: null, undefined, an empty list, or a text of spaces alone. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

type Presence = {
  rules: FieldRules
  /** The values that the form started with. */
  initial: object
  /** Names of numbers for which an empty field means 0. */
  emptyIsZero: readonly string[]
}

const fieldOf = (values: object, name: string): unknown =>
  Object.entries(values).find(([key]) => key === name)?.[1]

/** Whether a field of the form may be empty. A `kept` field that was empty before is left out of the update. */
export function mayBeEmpty({ rules, initial, emptyIsZero }: Presence, name: string): boolean {
  const presence = rules[name]?.presence
  if (emptyIsZero.includes(name) || presence === 'optional') return true
  return presence === 'kept' && isEmpty(fieldOf(initial, name))
}

/** Names of the fields that are empty and must not be. */
export function emptyFields(form: Presence, values: object): string[] {
  const isRequired = (name: string) => form.rules[name]?.presence !== undefined && !mayBeEmpty(form, name)
  return Object.entries(values).flatMap(([name, value]) => (isRequired(name) && isEmpty(value) ? [name] : []))
}
