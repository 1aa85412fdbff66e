import type { FieldErrors } from '@artel/contract/errors/errors'

/**
 * The first message about a field. `contacts.*` finds the first message about anything inside `contacts`,
 * such as `contacts.0.name`, but not about `contacts` itself.
 */
export function fieldError(errors: FieldErrors, field: string): string | undefined {
  if (!field.endsWith('.*')) return Object.hasOwn(errors, field) ? errors[field]?.[0] : undefined
  const inside = field.slice(0, -1)
  const nested = Object.entries(errors).find(([name, texts]) => name.startsWith(inside) && texts.length > 0)
  return nested?.[1][0]
}

/** The errors without those of a field and of its parts. */
export function withoutField(errors: FieldErrors, field: string): FieldErrors {
  const isOf = (name: string) => name === field || name.startsWith(`${field}.`)
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !isOf(name)))
}

/** First messages for fields that the form does not show. They appear in the line beneath the form. */
export function strayErrors(errors: FieldErrors, fields: readonly string[]): string[] {
  const isPlaced = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`))
  return Object.entries(errors).flatMap(([name, [first]]) =>
    first === undefined || isPlaced(name) ? [] : [first],
  )
}
