import { emailForm } from '@artel/contract/account/password'
import { lookOf } from '@artel/contract/products/products.rules'
import { isVisible, visibleForm } from '@artel/contract/shapes/visible'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { buildCompany } from '../../testing/rows/build.ts'
import type { Db } from '../db.ts'

const test_ = useTestApp()
let db: Db
beforeAll(async () => {
  db = await buildCompany(test_.root)
})

type Forms = { visible: string; look: string }
const formsIn = (texts: readonly string[]): Promise<Forms[]> =>
  db.query(sql<Forms>`select visible_form(one) as visible, look_of(one) as look
    from unnest(${sql.val([...texts])}::text[]) with ordinality as given (one, place) order by place`)
const formsHere = (texts: readonly string[]): Forms[] =>
  texts.map((text) => ({ visible: visibleForm(text), look: lookOf(text) }))

async function readVersion(): Promise<number> {
  const [row] = await db.query(
    sql<{ number: string }>`select current_setting('server_version_num') as number`,
  )
  return Math.floor(Number(row?.number) / 10_000)
}

/** The texts for which the database and the contract differ. */
async function differences(texts: readonly string[]): Promise<string[]> {
  const [theirs, ours] = [await formsIn(texts), formsHere(texts)]
  return texts.filter((_, index) => JSON.stringify(theirs[index]) !== JSON.stringify(ours[index]))
}

// Planes 4 to 13 are empty, and 15 and 16 are for private use.
const codes = Array.from({ length: 0xf0000 }, (_, code) => code).filter(
  (code) => code > 0 && (code < 0xd800 || code > 0xdfff) && (code < 0x40000 || code >= 0xe0000),
)
/**
 * Letters with a mapping, by the first PostgreSQL version that knows their Unicode version (14 in 15, 16 in
 * 18).
 */
const since: [postgres: number, from: number, to: number][] = [
  [16, 0x1e030, 0x1e06d],
  [18, 0x1ccd6, 0x1ccf9],
  [19, 0xa7f1, 0xa7f1],
]

/** Letters of a Unicode version that this PostgreSQL does not know yet. */
async function readUnknownLetters(): Promise<(code: number) => boolean> {
  const postgres = await readVersion()
  return (code) => since.some(([known, from, to]) => postgres < known && code >= from && code <= to)
}

test('every character has the same form in the database and in the contract', {
  timeout: 120_000,
}, async () => {
  const differing: string[] = []
  for (let from = 0; from < codes.length; from += 50_000) {
    const texts = codes.slice(from, from + 50_000).map((code) => `Я${String.fromCodePoint(code)}b`)
    differing.push(...(await differences(texts)))
  }
  const isUnknown = await readUnknownLetters()
  const found = differing.map((text) => text.codePointAt(1) ?? 0)
  expect(found.filter((code) => !isUnknown(code)).map((code) => code.toString(16))).toEqual([])
})

const pieces = fc.constantFrom(
  'a',
  'A',
  'а',
  'А',
  'ё',
  'Ё',
  'е',
  '\u0308',
  '\u0301',
  '\u0327',
  'ﬁ',
  'ß',
  'ı',
  'İ',
  'Ａ',
  '１',
  '№',
  '²',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u202e',
  '\u2800',
  '\u3164',
  '\uffa0',
  '\u115f',
  'ᄀ',
  'ᅡ',
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u{e0041}',
  '\u{1d159}',
  '-',
  '/',
  '.',
)
const texts = fc.array(
  fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  ),
  { minLength: 200, maxLength: 400 },
)

test('any text has the same idempotent form in the database and in the contract', async () => {
  const isUnknown = await readUnknownLetters()
  const withoutUnknown = (text: string) =>
    [...text].filter((letter) => !isUnknown(letter.codePointAt(0) ?? 0)).join('')
  await fc.assert(
    fc.asyncProperty(texts, async (drawn) => {
      const some = drawn.map(withoutUnknown)
      expect(await differences(some)).toEqual([])
      for (const text of some) expect(visibleForm(visibleForm(text))).toBe(visibleForm(text))
    }),
    { numRuns: 20 },
  )
})

test('ignorable characters are invisible, and letters are visible', () => {
  for (const code of codes) {
    const sign = String.fromCodePoint(code)
    if (/[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u.test(sign)) {
      expect(isVisible(sign), code.toString(16)).toBe(false)
    } else if (/[\p{N}\p{P}\p{Sc}\p{Sm}\p{L}]/u.test(sign))
      expect(isVisible(sign), code.toString(16)).toBe(true)
  }
})

test.each([
  '\u200bOwner@Artel.test',
  ' owner@artel.test\u00a0',
  'own\u00ader@artel.test',
  'ｏｗｎｅｒ＠artel.test',
])('normalizes the email %j', (typed) => expect(emailForm(typed)).toBe('owner@artel.test'))
