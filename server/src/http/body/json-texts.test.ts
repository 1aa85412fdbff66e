import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { jsonText } from '@artel/contract/shapes/json-text'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../errors/errors.ts'
import { cpuMsOf, leastOf } from '../../testing/thread-cpu.ts'
import { coerce } from '../calls/coerce.ts'
import { readJsonTexts } from './json-texts.ts'
import { limitsOf } from './limits.ts'

const words = z.record(z.string(), z.string())
const taking = call({
  method: 'POST',
  path: '/words',
  access: 'admin',
  changes: [],
  answer: {},
  body: z.strictObject({
    one: jsonText(words.optional(), 14),
    other: jsonText(words.optional(), 14),
    plain: z.string(),
  }),
})
const limits = { values: 20, bytes: 1_048_576 }
const textOf = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, ''])))

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.issues
  }
}

test('a JSON text is parsed only in a field that takes one', () => {
  const fields = { one: '{"a":"b"}', plain: '{"a":"b"}' }
  expect(readJsonTexts(taking, fields, limits)).toEqual({ one: { a: 'b' }, plain: '{"a":"b"}' })
})

test.each([
  ['more values than the field takes', { one: textOf(15) }, 'one', 'too_many'],
  [
    'more values than the body takes, in two texts',
    { one: textOf(12), other: textOf(9) },
    'other',
    'too_many',
  ],
  ['levels beyond all', { one: '{"a":'.repeat(13) }, 'one', 'wrong_type'],
  ['no JSON', { one: '{' }, 'one', 'wrong_type'],
  ['a list', { one: '[]' }, 'one', 'wrong_type'],
  ['NUL', { one: '{"a":"\\u0000"}' }, 'one.a', 'bad_characters'],
  ['two methods', { one: '{"_method":"a","_method":"b"}' }, 'one', 'wrong_type'],
])('%s: 422 at the field', (_, fields, path, key) => {
  expect(refusalOf(() => readJsonTexts(taking, fields, limits))).toEqual([
    expect.objectContaining({ path, key }),
  ])
})

/** Texts of about 1 MiB, and texts with the maximum number of values. */
const worst: Record<string, string> = {
  numbers: `[${'1,'.repeat(400_000)}1]`,
  objects: `[${'{},'.repeat(330_000)}{}]`,
  brackets: '['.repeat(1_000_000),
  keys: `{${Array.from({ length: 90_000 }, (_, at) => `"${at}":1`).join(',')}}`,
  'fixes of one row': JSON.stringify({
    1: Object.fromEntries(Array.from({ length: 14_990 }, (_, at) => [`k${at}`, 'x'])),
  }),
  'fixes that are none': JSON.stringify(
    Object.fromEntries(Array.from({ length: 7490 }, (_, at) => [`k${at}`, { a: 1 }])),
  ),
}

test.each(Object.entries(worst))(
  '%s in the texts of an import block the event loop for less than 50 ms',
  async (_, text) => {
    const { import: importing } = calls.products
    const read = () => {
      const fields = readJsonTexts(importing, { fixes: text, mapping: text }, limitsOf(importing))
      return importing.body.safeParse(coerce(importing.body, fields), { reportInput: true })
    }
    expect(await leastOf(50, () => cpuMsOf(read))).toBeLessThan(50)
  },
)

/** Parsers of a grammar, and the files that use one, each with what limits the parsed input. */
const readers: Record<string, { pattern: RegExp; files: Record<string, string> }> = {
  JSON: {
    pattern: /JSON\.parse\(|\.json\(\)/,
    files: {
      'server/src/http/body/json.ts': 'bodies, within their budget',
      'server/src/database/embedded/binaries.ts': 'files of ours',
      'server/src/cli/archive/manifest.ts': 'an archive that the operator names',
      'server/src/events/live-events.ts': 'what we have told the database',
      'server/src/mail/mail.jobs.ts': 'a mail that we have sealed',
      'server/src/features/localizations/localizations.defaults.ts': 'a file of the build',
      'server/src/features/tasks/tasks.list.queries.ts': 'what a statement of ours has written',
      'server/src/readable-log.ts': 'a line of our log',
      'server/src/outside/json.ts': 'an answer of another service, in slices and bounded',
      'server/src/spreadsheets/filling/fill-workbook.ts': 'lines that we have written',
    },
  },
  'a text by a shape': {
    pattern: /\.transform\(|z\.(codec|preprocess|json)\(/,
    files: {
      'contract/src/shapes/primitives.ts': 'ids in a path, 16 digits at most',
      'server/src/settings.ts': 'settings of the operator',
      'server/src/setting-values.ts': 'settings of the operator',
      'server/src/outside/lenient.ts': 'lists that another service answers',
      'server/src/features/moysklad/client/shapes.ts': 'rows that MoySklad answers',
      'server/src/features/moysklad/client/ask.ts': 'names of an account of MoySklad, cut before',
    },
  },
  ICU: {
    pattern: /from 'icu-minify\/compile'/,
    files: { 'contract/src/texts/texts.compile.ts': 'texts of 2,000 characters, many in slices' },
  },
  HTML: {
    pattern: /from '(htmlparser2|sanitize-html)'/,
    files: {
      'server/src/features/instructions/instructions.html.ts': 'bodies of instructions, in threads that end',
    },
  },
  'a table': {
    pattern: /from '(csv-parse[\w/]*|hucre[\w/]*)'/,
    files: {
      'server/src/spreadsheets/reading/csv-rows.ts': 'files of tables, in a process of their own',
      'server/src/spreadsheets/xlsx.ts': 'it writes alone',
    },
  },
}

const root = join(import.meta.dirname, '../../../..')
const sources = ['server/src', 'contract/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|\/testing[./]/.test(name)),
)

test.each(Object.entries(readers))('%s is parsed only in the listed files', (_, { pattern, files }) => {
  const found = sources.filter((name) => pattern.test(readFileSync(join(root, name), 'utf8')))
  expect(found.sort()).toEqual(Object.keys(files).sort())
})
