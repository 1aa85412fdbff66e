import { expect, test } from 'vitest'
import { ApiFailure, NetworkFailure } from '../send/failure.ts'
import {
  answerKey,
  changeOf,
  findSurplus,
  isOwn,
  isReadable,
  maxAgeMs,
  maxAnswerLength,
  maxAnswers,
  maxTotalLength,
} from './kept-rules.ts'

const owner = { person: '7.12', version: '/assets/index-a.js' }
const now = Date.UTC(2026, 4, 20)
const entry = (queryHash: string, ageMs = 0, length = 100, whose = owner) => ({
  key: answerKey(whose, queryHash),
  at: now - ageMs,
  length,
})

test('keeps answers within the limits', () => {
  expect(findSurplus([entry('a'), entry('b', maxAgeMs)], owner, now)).toEqual([])
})

test('drops what is older than seven days, and cannot read it', () => {
  const old = entry('a', maxAgeMs + 1)
  expect(findSurplus([old, entry('b')], owner, now)).toEqual([old.key])
  expect([isReadable(old.at, now), isReadable(now - maxAgeMs, now)]).toEqual([false, true])
})

test('cannot read what a clock of the future has dated', () => {
  expect([isReadable(now + 60_000, now), isReadable(now + 3_600_000, now)]).toEqual([true, false])
})

test('drops the oldest answers beyond the number', () => {
  const entries = Array.from({ length: maxAnswers + 2 }, (_, index) => entry(`q${index}`, index * 1000))
  expect(findSurplus(entries, owner, now)).toEqual(entries.slice(-2).map(({ key }) => key))
})

test('drops the oldest answers beyond the size, and a single one that is too large', () => {
  const quarter = Math.floor(maxTotalLength / 10)
  const entries = Array.from({ length: 11 }, (_, index) => entry(`q${index}`, index * 1000, quarter))
  expect(quarter).toBeLessThan(maxAnswerLength)
  expect(findSurplus(entries, owner, now)).toEqual([entries[10]?.key])
  const large = entry('large', 0, maxAnswerLength + 1)
  expect(findSurplus([large, entry('b')], owner, now)).toEqual([large.key])
})

test.each([
  ['another person', { ...owner, person: '7.1' }],
  ['a person with a longer id', { ...owner, person: '7.123' }],
  ['another company', { ...owner, person: '8.12' }],
  ['another version', { ...owner, version: '/assets/index-b.js' }],
])('drops answers of %s, and never reads them', (_, other) => {
  const foreign = entry('a', 0, 100, other)
  expect(findSurplus([foreign, entry('a')], owner, now)).toEqual([foreign.key])
  expect(foreign.key).not.toBe(entry('a').key)
  expect([isOwn(other, owner), isOwn(owner, owner)]).toEqual([false, true])
})

const data = { task: { id: 7 } }

test.each([
  ['a new answer is written', data, null, undefined, JSON.stringify(data)],
  ['only the age of an unchanged answer is written', data, null, data, null],
  ['an answer stays if the server does not answer', data, new NetworkFailure(), data, null],
  ['an answer stays if the server fails', data, new ApiFailure({}, 500), data, null],
  ['an answer that the person may no longer read is deleted', data, new ApiFailure({}, 403), data, ''],
  ['an answer about something that no longer exists is deleted', data, new ApiFailure({}, 404), data, ''],
  ['a query without an answer is deleted', undefined, null, data, ''],
])('%s', (_, read, error, written, text) => {
  expect(changeOf({ queryHash: 'q', state: { data: read, error } }, now, written)).toEqual({
    queryHash: 'q',
    at: now,
    text,
  })
})
