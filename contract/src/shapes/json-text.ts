import type { z } from 'zod'

const maxValues = new WeakMap<z.core.$ZodType, number>()

/**
 * A body field that a form sends as JSON text, because its keys contain characters that form field names use.
 * The schema sees the parsed value, because the server parses the text within the budget of the body.
 * @param most maximum number of values, including those that contain others
 */
export function jsonText<Schema extends z.ZodType>(
  schema: Schema,
  most: number,
): z.ZodType<z.output<Schema>, z.input<Schema> | string> {
  maxValues.set(schema, most)
  return schema as z.ZodType<z.output<Schema>, z.input<Schema> | string> // parsed before the schema sees it
}

/**
 * Maximum number of values of a field that a form sends as JSON text; undefined: the field is no JSON text.
 */
export const valuesOfJsonText = (schema: z.core.$ZodType): number | undefined => maxValues.get(schema)
