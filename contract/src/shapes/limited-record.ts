import { z } from 'zod'
import { fieldText } from './primitives.ts'

/**
 * An object with free keys, at most `most` of them. The maximum is part of the schema's metadata: the description of
 * the API names it, and the limit of a body counts with it.
 */
export const limitedRecord = <Key extends z.core.$ZodRecordKey, Value extends z.core.$ZodType>(
  key: Key,
  value: Value,
  most: number,
): z.ZodRecord<Key, Value> =>
  z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= most, fieldText('too_many', { maximum: most }))
    .meta({ maxProperties: most })

/** The most keys of an object with free keys; Infinity if it sets no maximum. */
export function maxKeysOf(schema: z.ZodRecord): number {
  const { maxProperties } = schema.meta() ?? {}
  return typeof maxProperties === 'number' ? maxProperties : Number.POSITIVE_INFINITY
}
