import { findTextMistake } from '@artel/contract/texts/texts.check'
import { compileTexts } from '@artel/contract/texts/texts.compile'
import { fittingTexts, shapeOf } from '@artel/contract/texts/texts.fit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { threadCpuMs } from '../../testing/thread-cpu.ts'

const base = {
  'a.plain': 'Tasks',
  'a.count': '{count, plural, one {# task} other {# tasks}}',
  'a.given': '{name} gives <b>{what}</b>',
  'a.state': '{state, select, done {Done} other {Open}}',
  'a.price': '{price, number, ::currency/RUB}',
}
const given = compileTexts(base)

describe('a text that replaces another', () => {
  test('is accepted with the same values', () => {
    const own = compileTexts({
      'a.plain': 'Work',
      'a.count': 'Tasks: {count}',
      'a.given': '<b>{what}</b>, from {name}',
      'a.state': '{state, select, done {Yes} other {No}}',
      'a.price': 'For {price, number, ::currency/RUB}',
    })
    expect(fittingTexts(JSON.parse(JSON.stringify(own)), given)).toEqual(own)
  })

  test.each<[string, string, unknown]>([
    ['is empty', 'a.plain', ''],
    ['is no text', 'a.plain', 7],
    ['is nothing', 'a.plain', null],
    ['is an object', 'a.plain', { evil: true }],
    ['has a kind that nobody knows', 'a.count', [['count', 99]]],
    ['has a number where nothing is counted', 'a.plain', ['x', 0]],
    ['has a plural without other', 'a.count', [['count', 2, { one: 'x' }]]],
    ['has a plural that is a list', 'a.count', [['count', 2, ['x']]]],
    ['has a plural with a branch that is no text', 'a.count', [['count', 2, { other: { x: 1 } }]]],
    ['wants a value that is not given', 'a.plain', [['name']]],
    ['leaves a value out', 'a.given', 'Nothing'],
    [
      'makes a tag of a value',
      'a.given',
      [
        ['name', 'x'],
        ['b', ['what']],
      ],
    ],
    ['makes a value of a tag', 'a.given', [['name'], ['b'], ['what']]],
    [
      'counts a word',
      'a.given',
      [
        ['name', 2, { other: 'x' }],
        ['b', ['what']],
      ],
    ],
    ['writes a number in another way', 'a.price', [['price', 4, { style: 'currency' }]]],
    ['leaves a choice out', 'a.state', [['state', 1, { other: 'x' }]]],
    ['is not known', 'a.none', 'x'],
    ['is what every object has', 'constructor', 'x'],
  ])('is rejected if it %s', (_, key, text) => {
    expect(fittingTexts({ [key]: text }, given)).toEqual({})
  })

  test.each([[null], ['x'], [7], [[1, 2]], [undefined]])('is not found in %j', (own) => {
    expect(fittingTexts(own, given)).toEqual({})
  })

  test('never makes the check throw, for any JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...Object.keys(base), '__proto__'),
          fc.json().map((text) => JSON.parse(text) as unknown),
        ),
        (own) => {
          const fitting = fittingTexts(own, given)
          for (const text of Object.values(fitting)) expect(shapeOf(text)).not.toBeNull()
        },
      ),
    )
  })

  test('is rejected if it is nested too deeply', () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 5000; depth++) deep = [['count', 2, { other: deep }]]
    expect(shapeOf(deep)).toBeNull()
  })
})

test('the check never throws, and a text without mistakes fits', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '#',
    "'",
    '<b>',
    '</b>',
    'count',
    ', plural, ',
    'one {x}',
    'other {y}',
    ' ',
    'я',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.constantFrom(...Object.values(base)),
      (pieces, other) => {
        const text = pieces.join('')
        const mistake = findTextMistake('ru', text, other)
        if (mistake === null)
          expect(fittingTexts(compileTexts({ x: text }), compileTexts({ x: other }))).toHaveProperty('x')
      },
    ),
    { numRuns: 2000 },
  )
})

test('rejects a long text of braces within a second of processor time', () => {
  const deep = '{a,select,other{'.repeat(125)
  const before = threadCpuMs()
  expect(findTextMistake('ru', deep, null)).not.toBeNull()
  expect(findTextMistake('ru', `${deep}x${'}}'.repeat(125)}`.slice(0, 2250), null)).not.toBeNull()
  expect(threadCpuMs() - before).toBeLessThan(1000)
})
