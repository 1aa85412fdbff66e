import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginDocument } from '../document.ts'
import { papers } from './measures.ts'
import { beginPage } from './page.ts'
import { cut, plain, wrap } from './text.ts'

const page = beginPage(beginDocument('ru'), papers['58x40'])
const letters = { widthOf: (text: string) => page.widthOf('text', 20, text) }

test('keeps a text that fits, and ends a longer one with an ellipsis', () => {
  expect(cut('Коледино', { ...letters, room: 200 })).toBe('Коледино')
  expect(cut('Коледино Электросталь', { ...letters, room: 120 })).toBe('Коледино…')
})

test('breaks lines at words, and within a word that is wider than a line', () => {
  expect(wrap('Санкт Петербург Шушары', 3, { ...letters, room: 130 })).toEqual([
    'Санкт',
    'Петербург',
    'Шушары',
  ])
  expect(wrap('Электросталь', 3, { ...letters, room: 60 }).join('')).toBe('Электросталь')
  expect(wrap('', 2, { ...letters, room: 60 })).toEqual([])
})

test('never exceeds the width or number of lines, and loses no text that fits', () => {
  const words = fc
    .array(fc.string({ unit: 'binary', maxLength: 20 }))
    .map((parts) => plain('text', parts.join(' ')))
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 40, max: 600 }),
      fc.integer({ min: 1, max: 4 }),
      (text, room, most) => {
        const lines = wrap(text, most, { ...letters, room })
        expect(lines.length).toBeLessThanOrEqual(most)
        for (const line of lines) expect(letters.widthOf(line)).toBeLessThanOrEqual(room)
        const isWhole = !lines.at(-1)?.endsWith('…')
        if (isWhole) expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      },
    ),
  )
})
