import { describe, expect, it } from 'vitest'
import { readFieldInstant, readInstant, writeInstant } from './date-time-text.ts'

// Noon of November 21, 2026, in Moscow.
const clock = { timezone: 3, locale: 'ru', now: Date.parse('2026-11-21T09:00:00Z') } as const
const read = (text: string, locale: 'ru' | 'en' = 'ru') => {
  const result = readInstant(text, { ...clock, locale })
  return result.valid ? result.value : 'invalid'
}

describe('readInstant', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['22.11 16:00', '2026-11-22T13:00:00.000Z'],
    ['22.11.2026 16:00', '2026-11-22T13:00:00.000Z'],
    ['22.11.26, 16:00', '2026-11-22T13:00:00.000Z'],
    ['22.11.2026 16:00:00', '2026-11-22T13:00:00.000Z'],
    ['22/11/2026', '2026-11-22T20:59:00.000Z'],
    ['2026-11-22', '2026-11-22T20:59:00.000Z'],
    ['2026-11-22 9:05', '2026-11-22T06:05:00.000Z'],
    ['21.11', '2026-11-21T20:59:00.000Z'],
    ['20.11', '2027-11-20T20:59:00.000Z'],
    ['18:30', '2026-11-21T15:30:00.000Z'],
  ])('%j', (text, instant) => {
    expect(read(text)).toBe(instant)
  })

  it.each(['завтра', '31.11.2026', '22.11.2026 25:00', '22.13', '22.11/2026', '12', '22.11 16'])(
    '%j is no date',
    (text) => {
      expect(read(text)).toBe('invalid')
    },
  )

  it('reads the month first in an English date with slashes', () => {
    expect(read('11/22/2026 16:00', 'en')).toBe('2026-11-22T13:00:00.000Z')
    expect(read('22.11.2026 16:00', 'en')).toBe('2026-11-22T13:00:00.000Z')
  })

  it.each(['ru', 'en'] as const)('reads back a date that is written in %s', (locale) => {
    const instant = '2026-11-22T13:05:00.000Z'
    expect(read(writeInstant(instant, { ...clock, locale }), locale)).toBe(instant)
  })
})

describe('readFieldInstant', () => {
  const evening = '2026-11-20T15:30:00.000Z' // 18:30 in Moscow
  const readField = (text: string, present: string | null = evening) =>
    readFieldInstant(text, { ...clock, present })

  it.each([
    ['22.11.2026 16:00', '2026-11-22T13:00:00.000Z'],
    ['22.11.2026 0:00', '2026-11-21T21:00:00.000Z'],
    // A time keeps the day, and a day keeps the time.
    ['9:05', '2026-11-20T06:05:00.000Z'],
    ['22.11.2026', '2026-11-22T15:30:00.000Z'],
    ['2026-11-22', '2026-11-22T15:30:00.000Z'],
  ])('%j', (text, instant) => {
    expect(readField(text)).toBe(instant)
  })

  it.each([
    '',
    '2',
    '22.11',
    '22.11 16:00',
    '22.11.2026 1',
    '22.11.2026 16:',
    '22.11.2026 25:00',
    '31.11.2026 10:00',
  ])('%j is not complete', (text) => {
    expect(readField(text)).toBeNull()
  })

  it('takes today and the end of the day without an instant', () => {
    expect(readField('9:05', null)).toBe('2026-11-21T06:05:00.000Z')
    expect(readField('22.11.2026', null)).toBe('2026-11-22T20:59:00.000Z')
  })
})
