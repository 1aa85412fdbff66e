import { jsonbLength } from '@artel/contract/shapes/json-length'
import { z } from 'zod'

type Schema = z.core.$ZodType

/** Entries of a list or record without a limit; fewer if the whole value does not fit into a body. */
const entryCounts = [200, 40, 8, 2]
/** The server reads bodies of up to 1 MiB. */
const maxBytes = 1_000_000
/** Characters of a text without a limit. */
const maxText = 300

/**
 * The value of a shape that has the most characters of JSON and fits into a body; its texts repeat `sign`. A
 * value with stricter rules than a length, such as the digits of a barcode, is invalid and is refused.
 */
export function largestOf(schema: Schema, sign: string): unknown {
  const values = entryCounts.map((entries) => longestValue(schema, { sign, entries }, 0))
  return values.find((value) => Buffer.byteLength(JSON.stringify(value)) < maxBytes) ?? values.at(-1)
}

type Wanted = { sign: string; entries: number }

function longestValue(schema: Schema, wanted: Wanted, place: number): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return longestValue(schema.def.innerType, wanted, place)
  if (schema instanceof z.ZodPipe) return longestValue(schema.in, wanted, place)
  if (schema instanceof z.ZodUnion)
    return longest(schema.options.map((one) => longestValue(one, wanted, place)))
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries<Schema>(schema.shape).map(([key, inner]) => [key, longestValue(inner, wanted, place)]),
    )
  if (schema instanceof z.ZodArray) {
    // zod has no type for bounds.
    const length = (schema._zod.bag.maximum as number | undefined) ?? wanted.entries
    return Array.from({ length }, (_, index) => longestValue(schema.element, wanted, index))
  }
  if (schema instanceof z.ZodRecord) return largestRecord(schema, wanted)
  if (schema instanceof z.ZodString) return textOf(schema.maxLength ?? maxText, wanted.sign, place)
  if (schema instanceof z.ZodNumber) return Math.min(schema.maxValue ?? maxNumber, maxNumber) - place
  if (schema instanceof z.ZodEnum) return longest(schema.options)
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodBoolean) return false
  return textOf(maxText, wanted.sign, place)
}

const maxNumber = Number.MAX_SAFE_INTEGER

const longest = (values: readonly unknown[]): unknown =>
  values.reduce((one, other) => (jsonbLength(other) > jsonbLength(one) ? other : one))

/** The text begins with a letter and its index, so that a person can see it and no two texts are equal. */
function textOf(length: number, sign: string, place: number): string {
  const start = `x${place}`.slice(0, length)
  return start + sign.repeat(Math.floor((length - start.length) / sign.length))
}

function largestRecord(schema: z.ZodRecord, wanted: Wanted): unknown {
  const { keyType, valueType } = schema
  const names = keyType instanceof z.ZodEnum ? keyType.options : namesFor(keyType, wanted.entries)
  return Object.fromEntries(
    names.map((name, place) => [String(name), longestValue(valueType, wanted, place)]),
  )
}

// A pattern of keys allows letters or digits, or there is no pattern.
function namesFor(keyType: Schema, count: number): string[] {
  const letters = (place: number) => String.fromCharCode(97 + Math.floor(place / 26), 97 + (place % 26))
  const kinds = [(place: number) => letters(place).repeat(20), (place: number) => String(place + 1)]
  const make = kinds.find((kind) => z.safeParse(keyType, kind(0)).success) ?? letters
  return Array.from({ length: count }, (_, place) => make(place))
}
