import { type FieldTextKey, fieldTextsEn } from '@artel/contract/errors/errors.en'
import type { z } from 'zod'
import type { FieldIssue } from './errors.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Converts zod's issues to errors at fields. */
export const toFieldIssues = (issues: readonly Issue[]): FieldIssue[] =>
  issues.flatMap((issue) => describe(issue, []))

function describe(issue: Issue, parent: Path): FieldIssue[] {
  const path = [...parent, ...issue.path]
  const at = (key: FieldTextKey, values?: FieldIssue['values']): FieldIssue[] => [
    { path: path.map(String).join('.'), key, ...(values && { values }) },
  ]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key].map(String).join('.'), key: 'unknown_field' }))
    case 'invalid_key':
      return at('unknown_field')
    case 'invalid_type':
      return at(isMissing(issue.input) ? 'required' : 'wrong_type')
    case 'invalid_value':
      return at(isMissing(issue.input) ? 'required' : 'not_offered')
    case 'too_small':
      if (issue.origin === 'int') return at('wrong_type') // beyond exact integers: no bound of the shape
      return at(bySize[issue.origin]?.[0] ?? 'too_small', { minimum: nearest(issue.minimum, issue, 1) })
    case 'too_big':
      if (issue.origin === 'int') return at('wrong_type')
      return at(bySize[issue.origin]?.[1] ?? 'too_big', { maximum: nearest(issue.maximum, issue, -1) })
    case 'invalid_format':
      if (isTextKey(issue.message)) return at(issue.message)
      return at(issue.format === 'email' ? 'bad_email' : 'wrong_type')
    case 'invalid_union':
      return describeUnion(issue, path)
    case 'custom':
      return at(isTextKey(issue.message) ? issue.message : 'wrong_type', issue.params)
    default:
      return at('wrong_type')
  }
}

// An exclusive bound (`positive()`) is reported as the nearest whole number that is allowed.
const nearest = (bound: number | bigint, { inclusive = true }: { inclusive?: boolean }, step: number) =>
  Number(bound) + (inclusive ? 0 : step)

const bySize: Record<string, [FieldTextKey, FieldTextKey]> = {
  string: ['too_short', 'too_long'],
  array: ['too_few', 'too_many'],
  set: ['too_few', 'too_many'],
}

// The sender meant the branch whose errors lie deepest in the value. A discriminated union lists no branches.
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path): FieldIssue[] {
  const depth = (branch: Issue[]) => Math.max(0, ...branch.map(({ path }) => path.length))
  const meant = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]
  if (meant) return meant.flatMap((inner) => describe(inner, path))
  return [{ path: path.map(String).join('.'), key: 'not_offered' }]
}

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

const isTextKey = (message: string): message is FieldTextKey => Object.hasOwn(fieldTextsEn, message)
