import type { Call } from '@artel/contract/call'
import { valuesOfJsonText } from '@artel/contract/shapes/json-text'
import { z } from 'zod'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { parseCounted } from './json.ts'
import type { BodyLimits } from './limits.ts'
import { checkTexts } from './texts.ts'

/**
 * Returns the fields of a form and parses those that the call declares as JSON texts. All texts together may
 * hold no more values than the form, because the time to check a text grows with the number of its values.
 * @throws ApiError 422 at the field
 */
export function readJsonTexts(
  { body }: Call,
  fields: Record<string, unknown>,
  limits: BodyLimits,
): Record<string, unknown> {
  if (!(body instanceof z.ZodObject)) return fields
  let left = limits.values
  for (const [name, schema] of Object.entries<z.core.$ZodType>(body.shape)) {
    const [text, most] = [fields[name], valuesOfJsonText(schema)]
    if (typeof text !== 'string' || most === undefined) continue
    const read = readField(name, text, { ...limits, values: Math.min(left, most) })
    left -= read.values
    fields[name] = read.fields
  }
  return fields
}

function readField(name: string, text: string, limits: BodyLimits) {
  try {
    const read = parseCounted(text, limits)
    checkTexts({ [name]: read.fields }, { hasFreeKeys: true })
    return read
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'invalid') throw error
    throw error.code === 'too_large'
      ? fieldError(name, 'too_many', { maximum: limits.values })
      : fieldError(name, 'wrong_type')
  }
}
