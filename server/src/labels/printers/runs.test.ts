import fc from 'fast-check'
import type { Font } from 'fontkit'
import { expect, test } from 'vitest'
import { type Fallback, type FontName, openFont, readFont } from '../drawing/fonts.ts'
import { outlineOf } from '../drawing/outline.ts'
import { plain, wrap } from '../drawing/text.ts'
import { buildLabel, print, written } from '../testing.ts'
import { runsOf } from './runs.ts'

const texts: Record<Fallback, string> = {
  emoji: '🎁👩‍👩‍👧‍👦🇷🇺❤️‍🔥👍🏽1️⃣',
  arabic: 'مُحَمَّد',
  hebrew: 'שָׁלוֹם',
  armenian: 'Հայաստան',
  georgian: 'საქართველო',
  devanagari: 'नमस्ते',
  thai: 'น้ำ',
  chinese: '北京カタカナ',
  symbols: '✓✗🂡✓✗🂡',
  european: 'Ελληνικάạ',
}
const names = Object.keys(texts) as Fallback[]

const shown = (text: string) => runsOf('text', plain('text', text))

test.each(names)('%s is drawn by its own font, without question marks', (name) => {
  for (const text of [texts[name], `Склад ${texts[name]} 12`]) {
    const runs = shown(text)
    expect(new Set(runs.map(({ font }) => font))).toEqual(
      new Set(text === texts[name] ? [name] : ['text', name]),
    )
    for (const run of runs) {
      expect(run.text).not.toContain('?')
      if ('shape' in run)
        expect(
          readFont(name)
            .layout(run.text)
            .glyphs.map(({ id }) => id),
        ).not.toContain(0)
    }
  }
})

test.each(names)('%s leaves ink on the label, in the file and in the picture', async (name) => {
  const [label, empty] = [texts[name], ' '].map((destination) => buildLabel({ destination }))
  if (!label || !empty) throw new Error('There are two labels')
  const [page, bare] = (await print('58x40', await written('58x40', [label, empty]))).map(
    ({ greys }) => greys.filter((grey) => grey < 128).length,
  )
  expect((page ?? 0) - (bare ?? 0)).toBeGreaterThan(50)
  expect(outlineOf('58x40', 'ru', label).length).toBeGreaterThan(outlineOf('58x40', 'ru', empty).length)
})

test('the text of other scripts can be searched in a file', async () => {
  const destination = 'שלום საქართველო 北京 🎁 Ελλ'
  const [page] = await print('75x120', await written('75x120', [buildLabel({ destination })]))
  for (const word of destination.split(' ')) expect(page?.text).toContain(word)
})

test('an emoji of several characters is one glyph, with and without its variation selector', () => {
  for (const emoji of ['👩‍👩‍👧‍👦', '🇷🇺', '👍🏽', '❤️‍🔥', '1️⃣'])
    expect(readFont('emoji').layout(plain('text', emoji)).glyphs.length).toBe(1)
})

// Each as its runs stand from left to right. The letters of a run are in the order of reading.
test.each([
  ['שלום עולם', ['עולם', ' ', 'שלום']],
  ['Склад שלום עולם 12', ['Склад ', '12', ' ', 'עולם', ' ', 'שלום']],
  ['שלום (abc) 12!', ['!', '12', ' ', '(', 'abc', ')', ' ', 'שלום']],
  ['مرحبا ١٢٣', ['١', '٢', '٣', ' ', 'مرحبا']],
  ['ABC مرحبا', ['ABC ', 'مرحبا']],
  ['مرحبا ABC', ['ABC', ' ', 'مرحبا']],
  ['«שלום» 🎁', ['🎁', ' ', '«', 'שלום', '»']],
])('%s stands in its direction', (text, order) => {
  expect(shown(text).map((run) => run.text)).toEqual(order)
})

test('lines break between characters as people see them', () => {
  const family = '👩‍👩‍👧‍👦'
  const letters = {
    widthOf: (text: string) => Array.from(text).length,
    room: 16,
  }
  const lines = wrap(plain('text', family.repeat(5)), 9, letters)
  expect(lines).toEqual([family.repeat(2), family.repeat(2), family])
})

test('what no font has is still a question mark', () => {
  expect(plain('text', '한국 ༀ \u{1E900}a')).toBe('? ? ?a')
  // A stack of marks would reach into the bars.
  expect(plain('text', `ก${'\u0E48'.repeat(9)}`)).toBe('?')
})

/** Characters of all fonts in any order: what fontkit fails at, if anything. */
const anySign = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...'\u200C\u200D\uFE0F\u0301\u0651\u094D\u0E48 '),
  ...names.map((name) =>
    fc
      .nat()
      .map((at) => readFont(name).characterSet[at % readFont(name).characterSet.length] ?? 0)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point)),
  ),
)
const anyText = fc.array(anySign, { maxLength: 60 }).map((parts) => parts.join(''))

test('no text fails, and each run has its glyphs', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const run of shown(text)) {
        const ids = readFont(run.font)
          .layout(run.text)
          .glyphs.map(({ id }) => id)
        expect(ids).not.toContain(0)
      }
    }),
    { numRuns: 1000 },
  )
})

/** What a text looks like: its glyphs with their places, and the letters that a reader of the file copies. */
const lookOf = (font: Font, text: string) => {
  const { glyphs, positions } = font.layout(text)
  return [glyphs.map(({ id, codePoints }) => [id, codePoints]), positions]
}

function attempt(work: () => unknown) {
  try {
    work()
  } catch {}
}

test('a text is shaped the same whatever was shaped before it', { timeout: 60_000 }, () => {
  const used = new Map<FontName, Font>(names.map((name) => [name, openFont(name)]))
  for (const font of used.values())
    for (const point of font.characterSet.slice(0, 3000)) {
      // fontkit fails at some texts (`shapeOf`).
      attempt(() => font.layout(`${String.fromCodePoint(point)}a`))
    }
  fc.assert(
    fc.property(anyText, (text) => {
      for (const run of shown(text)) {
        const font = used.get(run.font)
        if (font) expect(lookOf(font, run.text)).toEqual(lookOf(openFont(run.font), run.text))
      }
    }),
    { numRuns: 100 },
  )
})

test('a label of any texts is a page of the file and a picture', { timeout: 60_000 }, async () => {
  const label = fc
    .record({ destination: anyText, legalEntity: anyText, article: anyText })
    .map(({ article, ...parts }) => buildLabel({ ...parts, items: [{ article, quantity: 1 }] }))
  await fc.assert(
    fc.asyncProperty(fc.array(label, { minLength: 1, maxLength: 5 }), async (labels) => {
      expect((await print('75x120', await written('75x120', labels))).length).toBe(labels.length)
      for (const one of labels) expect(outlineOf('75x120', 'ru', one)).not.toContain('NaN')
    }),
    { numRuns: 20 },
  )
})
