import { describe, expect, it } from 'vitest'
import { readRoubles, readWhole, writeRoubles, writeWhole } from './number-text.ts'

describe('roubles', () => {
  it.each([
    ['', null],
    ['18420,50', 1_842_050],
    ['18 420.5', 1_842_050],
    ['18\u00a0420', 1_842_000],
    ['12,', 1200],
    ['0,07', 7],
    ['1000000000', 100_000_000_000],
  ])('%s is read', (text, value) => {
    expect(readRoubles(text, 100_000_000_000)).toEqual({ valid: true, value })
  })

  it.each(['a', '1,234', '-5', '1,2,3', ',5', '1e3', '1000000000,01'])('%s is refused', (text) => {
    expect(readRoubles(text, 100_000_000_000)).toEqual({ valid: false })
  })

  it.each([
    [null, ''],
    [0, '0'],
    [1_842_050, '18420,50'],
    [7, '0,07'],
    [216_000, '2160'],
    [99_999_999_999, '999999999,99'],
  ])('%s is written', (kopecks, text) => {
    expect(writeRoubles(kopecks, ',')).toBe(text)
    expect(readRoubles(text, 100_000_000_000)).toEqual({ valid: true, value: kopecks })
  })
})

describe('whole numbers', () => {
  it.each([
    ['', null],
    ['0', 0],
    ['007', 7],
    ['1 000', 1000],
  ])('%s is read', (text, value) => {
    expect(readWhole(text, 1000)).toEqual({ valid: true, value })
  })

  it.each(['1001', '1,5', 'x', '-1'])('%s is refused', (text) => {
    expect(readWhole(text, 1000)).toEqual({ valid: false })
  })

  it('are written without group separators', () => {
    expect([null, 0, 1234].map(writeWhole)).toEqual(['', '0', '1234'])
  })
})
