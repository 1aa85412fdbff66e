import { z } from 'zod'

type Schema = z.core.$ZodType

/** A schema inside a shape. */
export type Part = {
  /** The keys that lead to the schema; 0 stands for every index of a list. */
  path: readonly (string | number)[]
  schema: Schema
  /**
   * A value of the shape with `value` at this part. Required fields that `base` lacks are filled with
   * samples.
   */
  put: (base: unknown, value: unknown) => unknown
}

/** Every schema inside a shape, including the shape itself. */
export const partsOf = (schema: Schema): Part[] => [
  { path: [], schema, put: (_, value) => value },
  ...stepsInto(schema).flatMap((step) => partsOf(step.schema).map((part) => within(step, part))),
]

/** A step from a schema to a schema inside it. */
type Step = {
  keys: Part['path']
  schema: Schema
  get: (base: unknown) => unknown
  set: (base: unknown, inner: unknown) => unknown
}

const within = ({ keys, get, set }: Step, { path, schema, put }: Part): Part => ({
  path: [...keys, ...path],
  schema,
  put: (base, value) => set(base, put(get(base), value)),
})

const through = (schema: Schema): Step => ({
  keys: [],
  schema,
  get: (base) => base,
  set: (_, inner) => inner,
})

function stepsInto(schema: Schema): Step[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<Schema>(schema.shape).map(([key, inner]) => fieldOf(schema, key, inner))
  if (schema instanceof z.ZodRecord) return [fieldOf(schema, keyOf(schema), schema.valueType)]
  if (schema instanceof z.ZodArray) {
    const first = (base: unknown) => (Array.isArray(base) ? base[0] : undefined)
    return [{ keys: [0], schema: schema.element, get: first, set: (_, inner) => [inner] }]
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(branchOf)
  // A sender writes the input of a pipe. The server computes its output.
  if (schema instanceof z.ZodPipe) return [through(schema.in)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [through(schema.def.innerType)]
  if (leaves.has(schema._zod.def.type)) return []
  // An unknown kind of schema could hide schemas inside it.
  throw new Error(`Unknown kind of schema: ${schema._zod.def.type}`)
}

const leaves = new Set<string>(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown', 'any'])

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (of: z.ZodObject | z.ZodRecord, key: string, schema: Schema): Step => ({
  keys: [key],
  schema,
  get: (base) => (isFields(base) ? base[key] : undefined),
  // A sample of an object is an object.
  set: (base, inner) => ({ ...(isFields(base) ? base : (sampleOf(of) as object)), [key]: inner }),
})

const branchOf = (option: Schema): Step => ({
  ...through(option),
  get: (base) => (isMeant(option, base) ? base : sampleOf(option)),
})

/** Whether a value selects this option of a union, even if the rest of the value is invalid. */
function isMeant(option: Schema, base: unknown): boolean {
  if (!(option instanceof z.ZodObject) || !isFields(base)) return z.safeParse(option, base).success
  const named = Object.entries<Schema>(option.shape).filter(([, schema]) => schema instanceof z.ZodLiteral)
  return named.every(([key, schema]) => z.safeParse(schema, base[key]).success)
}

const keyOf = ({ keyType }: z.ZodRecord): string =>
  keyType instanceof z.ZodEnum ? String(keyType.options[0]) : 'key'

const texts = ['2026-11-20', '2026-11-20T09:30:00.000Z', '09:30', 'Набор', 'some@artel.test', '4607086560143']

/** A value of the right types without optional fields. It may break rules beyond the types. */
function sampleOf(schema: Schema): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return undefined
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<Schema>(schema.shape).map(([key, inner]) => [key, sampleOf(inner)])
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  // A union has at least one option.
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] as Schema)
  if (schema instanceof z.ZodPipe) return sampleOf(schema.in)
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return Math.max(1, schema.minValue ?? 1)
  return texts.find((text) => z.safeParse(schema, text).success) ?? 'x'
}
