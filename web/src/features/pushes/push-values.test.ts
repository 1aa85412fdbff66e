import { expect, test } from 'vitest'
import { audienceOf, emptyPush, mistakesOf, urlOf } from './push-values.ts'

const words = { badPath: 'path', nobody: 'nobody', noTime: 'time' }

test('the audience is everyone, or has only the chosen criteria', () => {
  expect(audienceOf(emptyPush)).toEqual({ all: true })
  expect(audienceOf({ ...emptyPush, types: ['staff'] })).toEqual({ all: true })
  expect(audienceOf({ ...emptyPush, whom: 'some' })).toBeNull()
  expect(audienceOf({ ...emptyPush, whom: 'some', types: ['staff'], leagues: ['gold'] })).toEqual({
    types: ['staff'],
    leagues: ['gold'],
  })
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
