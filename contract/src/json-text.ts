import type { z } from 'zod'

const mostValues = new WeakMap<z.core.$ZodType, number>()

/**
 * A field of a body that a form brings as a text of JSON, because its keys hold signs that name the fields of a form. The
 * shape sees what the text says: the server reads the text within the budget of the body.
 * @param most values that it may hold, the ones that others lie in included
 */
export function jsonText<Schema extends z.ZodType>(
  schema: Schema,
  most: number,
): z.ZodType<z.output<Schema>, z.input<Schema> | string> {
  mostValues.set(schema, most)
  return schema as z.ZodType<z.output<Schema>, z.input<Schema> | string> // a text is read before the shape sees it
}

/** The values that a field may hold which a form brings as a text of JSON; undefined: it brings no such text. */
export const valuesOfJsonText = (schema: z.core.$ZodType): number | undefined => mostValues.get(schema)
