import { z } from 'zod'

/** Maximum characters by the name of the field. */
export type TextLimits = Record<string, number>

/** The maximum length of each limited field of a body; for several forms, the largest of them. */
export function textLimitsOf(body: z.core.$ZodType): TextLimits {
  const limits: TextLimits = {}
  for (const [name, schema] of fieldsOf(body)) {
    const most = longestOf(schema)
    if (most !== null) limits[name] = Math.max(most, limits[name] ?? 0)
  }
  return limits
}

function fieldsOf(body: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (body instanceof z.ZodUnion) return body.options.flatMap(fieldsOf)
  if (body instanceof z.ZodPipe) return fieldsOf(body.in)
  return body instanceof z.ZodObject ? Object.entries(body.shape) : []
}

function longestOf(schema: z.core.$ZodType): number | null {
  if (schema instanceof z.ZodString) return schema.maxLength
  if (schema instanceof z.ZodEmail) return schema.maxLength
  if (schema instanceof z.ZodPipe) return longestOf(schema.in)
  if (schema instanceof z.ZodUnion) {
    const lengths = schema.options.map(longestOf).filter((length) => length !== null)
    return lengths.length > 0 ? Math.max(...lengths) : null
  }
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? longestOf(schema.unwrap()) : null
}
