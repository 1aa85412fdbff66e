import type { Call } from '@artel/contract/call'
import { valuesOfJsonText } from '@artel/contract/shapes/json-text'
import { maxKeysOf } from '@artel/contract/shapes/limited-record'
import { z } from 'zod'

/** Limits of a body. The server refuses a larger body before it processes the excess. */
export type BodyLimits = {
  /** Values of any kind: fields, list items, and the objects and lists that contain them. */
  values: number
  /** Bytes without files. */
  bytes: number
}

/** Bytes of the body of a person or a foreign service, without files. */
export const bodyLimit = 1_048_576

/**
 * Bytes of a guest's body. Guests send a few short fields, and hundreds of their bodies may arrive at once.
 */
export const guestLimit = 32_768

/**
 * Levels of objects and lists. The deepest call has five. The other levels let an answer name the wrong
 * field.
 */
export const depthLimit = 12

/**
 * Values of any body at most. Parsing and checking this many takes less than 50 ms, and no call needs more.
 */
export const maxValues = 15_000

/**
 * Maximum values of a webhook message. The foreign service defines its shape. A message names at most a thousand
 * objects with six values each.
 */
const maxOfService = 7000

/**
 * Values that a body may have beyond those that its call declares, so that a slightly larger body (a list of
 * 201 items where 200 are allowed, an unknown field) gets an error at its field. A guest's call has no lists.
 */
const slack = { ofPerson: 1000, ofGuest: 50 }

const known = new WeakMap<Call, BodyLimits>()

/** The limits that the shape of a call's body declares. */
export function limitsOf(call: Call): BodyLimits {
  const found = known.get(call)
  if (found) return found
  const declared = countValues(call.body)
  const isOfGuests = call.access === 'anyone' && !call.isForeign
  const limits = {
    values: Number.isFinite(declared)
      ? Math.min(maxValues, declared + (isOfGuests ? slack.ofGuest : slack.ofPerson))
      : maxOfService,
    bytes: isOfGuests ? guestLimit : bodyLimit,
  }
  known.set(call, limits)
  return limits
}

/** The limits of a body that may be meant for any of these calls. */
export const widestOf = (calls: readonly Call[]): BodyLimits => ({
  values: Math.max(0, ...calls.map((call) => limitsOf(call).values)),
  bytes: Math.max(0, ...calls.map((call) => limitsOf(call).bytes)),
})

/** The most values that a shape accepts; Infinity if the shape sets no maximum. */
export function countValues(schema: z.core.$ZodType): number {
  const most = valuesOfJsonText(schema)
  if (most !== undefined) return most
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def
    if (catchall && !(catchall instanceof z.ZodNever)) return Number.POSITIVE_INFINITY
    return Object.values(schema.shape).reduce((sum: number, field) => sum + countValues(field), 1)
  }
  if (schema instanceof z.ZodArray) return 1 + maxItems(schema) * countValues(schema.element)
  if (schema instanceof z.ZodRecord) return 1 + maxKeys(schema) * countValues(schema.valueType)
  if (schema instanceof z.ZodUnion) return Math.max(...schema.options.map(countValues))
  if (schema instanceof z.ZodPipe) return countValues(schema.in)
  if (isWrapped(schema)) return countValues(schema.def.innerType)
  if (isSingle(schema)) return 1
  // A tuple, a custom check and any other value declare no maximum size.
  return Number.POSITIVE_INFINITY
}

type Wrapped = z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault | z.ZodReadonly

const isWrapped = (schema: z.core.$ZodType): schema is Wrapped =>
  [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodReadonly].some(
    (kind) => schema instanceof kind,
  )

const isSingle = (schema: z.core.$ZodType): boolean =>
  [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull].some(
    (kind) => schema instanceof kind,
  )

function maxItems({ def }: z.ZodArray): number {
  const limits = (def.checks ?? []).map((check) => check._zod.def as { check: string; maximum?: number }) // any check
  return limits.find(({ check }) => check === 'max_length')?.maximum ?? Number.POSITIVE_INFINITY
}

const maxKeys = (schema: z.ZodRecord): number =>
  schema.def.keyType instanceof z.ZodEnum ? schema.def.keyType.options.length : maxKeysOf(schema)
