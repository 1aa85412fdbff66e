import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { expect, test } from 'vitest'
import { isKeptCall, keptCalls, unkeptCalls } from './kept-calls.ts'

const declared = new Map(
  Object.entries(calls).flatMap(([feature, all]) =>
    Object.entries(all).map(([name, call]) => [`${feature}.${name}`, call as Call] as const),
  ),
)

test('every read of staff is either kept, or says why it is not', () => {
  const reads = [...declared].filter(([, { access, effect }]) => access === 'staff' && effect === 'read')
  const decided = [...keptCalls, ...Object.keys(unkeptCalls)]
  expect(decided.toSorted()).toEqual(reads.map(([name]) => name).toSorted())
})

test('only reads that staff may make are kept, and no files', () => {
  const kept = keptCalls.map((name) => declared.get(name))
  expect(
    kept.filter((call) => call?.access !== 'staff' || call.effect !== 'read' || 'isFile' in call),
  ).toEqual([])
  expect(['tasks.list', 'auth.init', 'totp.get', 'audit.list', 7].map(isKeptCall)).toEqual([
    true,
    ...Array.from({ length: 4 }, () => false),
  ])
})

const secret =
  /secret|token|password|otp|recovery|endpoint|p256dh|cookie|session|user_agent|credential|invit|(^|_)(ip|codes?|auth|key|link)$/i

test('no kept answer has a field for a code, a token, a password or a device', () => {
  const found = keptCalls.flatMap((name) =>
    namesIn(declared.get(name)?.answer.toJSONSchema({ unrepresentable: 'any' }))
      .filter((field) => secret.test(field))
      .map((field) => `${name} ${field}`),
  )
  expect([...new Set(found)]).toEqual([])
})

/** The names of all fields of a shape, except those of type boolean. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties'
      ? Object.entries(Object(value))
          .filter(isMore)
          .map(([name]) => name)
      : []),
    ...namesIn(value),
  ])
}

const isMore = ([, schema]: [string, unknown]): boolean => Object(schema).type !== 'boolean'
