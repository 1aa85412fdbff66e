import type { PushAudience } from '@artel/contract/pushes/pushes'
import { expect, test } from 'vitest'
import { audienceOf, emptyPush, mistakesOf, urlOf, valuesOf } from './push-values.ts'

const words = { badPath: 'path', nobody: 'nobody', noTime: 'time' }

test('the audience is everyone, or has only the chosen criteria', () => {
  expect(audienceOf(emptyPush)).toEqual({ all: true })
  expect(audienceOf({ ...emptyPush, types: ['staff'] })).toEqual({ all: true })
  expect(audienceOf({ ...emptyPush, whom: 'some' })).toBeNull()
  expect(audienceOf({ ...emptyPush, whom: 'some', types: ['staff'], leagues: ['gold'] })).toEqual({
    types: ['staff'],
    leagues: ['gold'],
  })
  expect(audienceOf({ ...emptyPush, whom: 'some', warehouse_ids: [3], shift: 'off' })).toEqual({
    warehouse_ids: [3],
    is_on_shift: false,
  })
})

test.each<PushAudience>([
  { all: true },
  { types: ['admin'], user_ids: [1, 2] },
  { warehouse_ids: [3, 4], is_on_shift: true },
  { leagues: ['gold'], is_on_shift: false },
])('the form returns the audience %j as it was', (audience) => {
  const push = { title: 'a', body: 'b', url: null, audience, send_at: '2026-11-20T08:00:00.000Z' }
  expect(audienceOf(valuesOf(push))).toEqual(audience)
})

test('a link is a known page, a path, or none', () => {
  expect(urlOf(emptyPush)).toBeNull()
  expect(urlOf({ ...emptyPush, page: 'shop' })).toBe('/shop')
  expect(urlOf({ ...emptyPush, page: 'other', path: ' /task/214 ' })).toBe('/task/214')
})

test.each([
  [{}, []],
  [{ page: 'other', path: '//evil.example' }, ['path']],
  [{ page: 'other', path: '/..//evil.example' }, ['path']],
  [{ page: 'other', path: '/task/1' }, []],
  [{ whom: 'some' as const }, ['whom']],
  [{ isLater: true }, ['send_at']],
])('%j has mistakes at %j', (values, fields) => {
  expect(Object.keys(mistakesOf({ ...emptyPush, ...values }, words))).toEqual(fields)
})
