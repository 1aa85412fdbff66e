import { z } from 'zod'

/**
 * Converts the strings of a form or a query to the types of the schema: numerals to numbers, 1/0/true/false
 * to booleans, and an empty string to null where null is allowed. Leaves any other value unchanged, so that
 * the schema refuses it.
 */
export function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined) return undefined
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return coerce(schema.def.innerType, value)
  if (schema instanceof z.ZodNull) return value === '' ? null : value
  if (schema instanceof z.ZodNullable) return value === '' ? null : coerce(schema.def.innerType, value)
  if (schema instanceof z.ZodNumber) return toNumber(value)
  if (schema instanceof z.ZodBoolean) return toBoolean(value)
  if (schema instanceof z.ZodArray) return coerceArray(schema, value)
  if (schema instanceof z.ZodUnion) return coerceUnion(schema, value)
  if (schema instanceof z.ZodObject) return coerceFields(value, (key) => schema.shape[key])
  if (schema instanceof z.ZodRecord) return coerceFields(value, () => schema.valueType)
  if (schema instanceof z.ZodPipe) return coerce(schema.in, value)
  return value
}

// Accepts no plus sign, exponent, spaces or digits of other alphabets.
const numeral = /^-?\d{1,16}(\.\d{1,6})?$/

const toNumber = (value: unknown) =>
  typeof value === 'string' && numeral.test(value) ? Number(value) : value

const booleans = new Map<unknown, boolean>([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

const toBoolean = (value: unknown) => booleans.get(value) ?? value

function coerceArray(schema: z.ZodArray, value: unknown): unknown {
  // A form cannot send an empty list, so an empty string stands for one.
  if (value === '') return []
  const list = listOf(value)
  return list ? list.map((entry) => coerce(schema.element, entry)) : value
}

/** The items sent under list indexes, `0`, `1` and so on. Indexes that the form leaves out add no item. */
function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value)
  return entries.every(([key]) => /^\d+$/.test(key)) ? entries.map(([, entry]) => entry) : undefined
}

function coerceUnion(schema: z.ZodUnion, value: unknown): unknown {
  const readings = schema.options.map((option) => [option, coerce(option, value)] as const)
  const fitting = readings.find(([option, reading]) => z.safeParse(option, reading).success)
  return fitting ? fitting[1] : value
}

function coerceFields(value: unknown, schemaOf: (key: string) => z.core.$ZodType | undefined): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const read: Record<string, unknown> = Object.create(null) // keys come from outside
  for (const [key, entry] of Object.entries(value)) {
    const schema = schemaOf(key)
    read[key] = schema ? coerce(schema, entry) : entry
  }
  return read
}
