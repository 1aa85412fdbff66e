import { balanced, isolated } from '@artel/contract/shapes/isolate'
import { describe, expect, it } from 'vitest'
import formatText from './format-text.ts'

const rlo = '\u202e'
const fsi = '\u2068'
const pdi = '\u2069'

describe('balanced', () => {
  it.each([
    ['Мария', 'Мария'],
    [`${rlo}abc`, `${rlo}abc\u202c`],
    [`a${pdi}${rlo}b`, `a${rlo}b\u202c`],
    [`${fsi}a`, `${fsi}a${pdi}`],
    [`${fsi}${rlo}a${pdi}`, `${fsi}${rlo}a${pdi}`],
    [`${fsi}\u202ca${pdi}`, `${fsi}a${pdi}`],
    ['\u202c\u202c', ''],
    ['שלום 5', 'שלום 5'],
  ])('%j is closed as %j', (text, closed) => {
    expect(balanced(text)).toBe(closed)
    expect(balanced(closed)).toBe(closed)
  })
})

describe('isolated', () => {
  it('keeps a text that does not affect the direction', () => {
    for (const text of ['Мария Климова', 'Anne-Marie', '5 ₽', '🎁', '']) expect(isolated(text)).toBe(text)
  })

  it('wraps a text that affects the direction around it in an isolate that it cannot close', () => {
    expect(isolated('שלום')).toBe(`${fsi}שלום${pdi}`)
    expect(isolated(`a${pdi}${rlo}b`)).toBe(`${fsi}a${rlo}b\u202c${pdi}`)
  })
})

describe('a sentence', () => {
  it('isolates only the names in it that affect the direction', () => {
    const options = { locale: 'ru' } as Parameters<typeof formatText>[3]
    const say = (message: unknown, values: Record<string, string>) =>
      formatText('x', message as Parameters<typeof formatText>[1], values, options)
    expect(say([['name'], ': 120'], { name: `${rlo}Иван` })).toBe(`${fsi}${rlo}Иван\u202c${pdi}: 120`)
    expect(say([['name'], ': 120'], { name: 'Иван' })).toBe('Иван: 120')
  })
})
