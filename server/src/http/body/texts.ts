import { unstorable } from '@artel/contract/shapes/storable'
import { ApiError, type FieldIssue, maxIssues } from '../../errors/errors.ts'

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Checks every key and every text of a body of any kind. `isLenient`: accepts text that cannot be stored,
 * because only known parts of a foreign service's message are stored. `hasFreeKeys`: keys are names that a
 * person has chosen, and reach no prototype.
 * @throws ApiError 422 for a key that reaches for a prototype, and for text that PostgreSQL cannot store
 */
export function checkTexts(
  fields: Record<string, unknown>,
  { isLenient = false, hasFreeKeys = false }: { isLenient?: boolean; hasFreeKeys?: boolean } = {},
): void {
  const isBad = (text: unknown) => !isLenient && typeof text === 'string' && unstorable.test(text)
  const issues: FieldIssue[] = []
  // Uses a stack of its own, because the depth of the call stack must not depend on what is sent.
  const waiting: { value: object; path: string }[] = [{ value: fields, path: '' }]
  for (let next = waiting.pop(); next && issues.length < maxIssues; next = waiting.pop()) {
    for (const [key, value] of Object.entries(next.value)) {
      const path = next.path === '' ? key : `${next.path}.${key}`
      if (!hasFreeKeys && dangerousKeys.has(key)) issues.push({ path, key: 'unknown_field' })
      else if (isBad(key) || isBad(value)) issues.push({ path, key: 'bad_characters' })
      else if (typeof value === 'object' && value !== null) waiting.push({ value, path })
    }
  }
  if (issues.length > 0) throw new ApiError('invalid', issues)
}
