import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differing, partingOf } from './instructions.rules.ts'

/** The new text, from the old one and the passages alone. */
function rebuilt(before: string, after: string): string {
  let [text, at] = ['', 0]
  for (const passage of differing(before, after)) {
    text += before.slice(at, passage.before[0]) + after.slice(...passage.after)
    at = passage.before[1]
  }
  return text + before.slice(at)
}

const paragraphs = Array.from({ length: 200 }, (_, index) => `<p>Шаг ${index}. Сложите вчетверо.</p>`)
const bodyWith = (changes: Record<number, string>) =>
  paragraphs.map((text, index) => changes[index] ?? text).join('')

describe('the passages in which two texts differ', () => {
  const anyText = fc
    .array(fc.oneof(fc.constantFrom('<p>', '</p>', 'Да. ', '\n', '<', '😀', '😁', 'а'), fc.string()))
    .map((parts) => parts.join(''))

  test('hold every difference of random texts', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(rebuilt(one, other)).toBe(other)
      }),
    )
  })

  test('hold every difference of random edits', () => {
    const edits = fc.dictionary(fc.integer({ min: 0, max: 199 }).map(String), anyText, { maxKeys: 9 })
    fc.assert(
      fc.property(edits, edits, (one, other) => {
        const [before, after] = [bodyWith(one), bodyWith(other)]
        expect(rebuilt(before, after)).toBe(after)
      }),
    )
  })

  test('do not hold what is equal between them', () => {
    const passages = differing(bodyWith({}), bodyWith({ 1: '<p>Иначе.</p>', 150: '<p>Ложь.</p>' }))
    expect(passages).toHaveLength(2)
  })

  test.each([
    ['words', 'а '.repeat(100_000)],
    ['tags', '<p>'.repeat(60_000)],
    ['blocks that stand once', Array.from({ length: 19_000 }, (_, index) => `${index}. `).join('')],
    ['lines', '\n'.repeat(200_000)],
    ['brackets', '<'.repeat(200_000)],
    ['sentences', 'а. '.repeat(66_000)],
  ])('are found in the longest texts of %s without holding the event loop', (_, text) => {
    const other = `начало ${[...text.slice(0, 100_000)].reverse().join('')} ${text.slice(100_000)} конец`
    const from = process.cpuUsage()
    expect(rebuilt(text, other)).toBe(other)
    partingOf(text, other)
    const { user } = process.cpuUsage(from)
    // Ten times what it takes, because the machine of a test may be busy.
    expect(user / 1000).toBeLessThan(500)
  })
})

describe('the log of a changed text', () => {
  test('tells each passage with what stands before it', () => {
    const told = partingOf(bodyWith({}), bodyWith({ 0: '<p>Слово.</p>', 199: '<p>Ложь.</p>' }))
    expect(told.before).toEqual([
      expect.stringMatching(/^<p>Шаг 0\. Сложите вчетверо\.…\n….*<p>Шаг 199\. Сложите вчетверо\.…$/),
    ])
    expect(told.after).toEqual([expect.stringMatching(/^<p>Слово\.…\n….*<p>Ложь\.…$/)])
  })

  test('has no pieces if nothing has changed', () => {
    expect(partingOf('<p>Да</p>', '<p>Да</p>')).toEqual({ before: [], after: [] })
  })

  test('has the whole text if it is new or deleted, in pieces of whole characters', () => {
    const text = `а${'😀'.repeat(50_000)}`
    const { before, after } = partingOf('', text)
    expect(before).toEqual([])
    expect(after.join('')).toBe(text)
    expect(after.every((piece) => piece.length <= 10_000 && piece.isWellFormed())).toBe(true)
    expect(partingOf(text, '').before.join('')).toBe(text)
  })
})
