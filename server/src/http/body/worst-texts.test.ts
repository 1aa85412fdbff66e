import { unstorable } from '@artel/contract/shapes/storable'
import { describe, expect, test } from 'vitest'
import { cpuMsOf, leastOf } from '../../testing/thread-cpu.ts'
import { nestFields, readPairs } from './form.ts'
import { parseObject } from './json.ts'
import { bodyLimit, maxValues } from './limits.ts'

const limits = { values: maxValues, bytes: bodyLimit }
const bytes = bodyLimit - 20

/** Maximum CPU time of the thread for one body, ms. Other tests that run at the same time do not count. */
const maxMs = 50

/** Characters that the body parsers treat specially, and one character of each other kind. */
const signs = [
  '+',
  '%',
  '&',
  '=',
  '[',
  ']',
  '.',
  '-',
  ';',
  '"',
  '\\',
  '{',
  '}',
  ',',
  ':',
  '\r',
  '\n',
  ' ',
  'a',
  '0',
  'я',
]
const texts = signs.flatMap((first) => signs.map((second) => (first === second ? first : first + second)))

const measure = (work: () => unknown) => leastOf(maxMs, () => cpuMsOf(work))

const repeated = (text: string) => text.repeat(Math.ceil(bytes / Buffer.byteLength(text)))

const readers: Record<string, (text: string) => unknown> = {
  'a form': (text) => nestFields(readPairs(Buffer.from(`login=${text}`), limits), limits),
  'names of a form': (text) => nestFields(readPairs(Buffer.from(text), limits), limits),
  'a text of JSON': (text) => parseObject(JSON.stringify({ login: text.slice(0, bytes / 2) }), limits),
  JSON: (text) => parseObject(`{"login":${text}`, limits),
  'the check of a text': (text) => unstorable.test(text),
}

describe('a body of 1 MiB is read within 50 ms', () => {
  test.each(Object.entries(readers))(
    'as %s, for each repeated pair of test characters',
    { timeout: 300_000 },
    async (_, read) => {
      // On a busy machine other processes share the CPU caches, so any text takes longer.
      const usualMs = await measure(() => read(repeated('a')))
      const limitMs = Math.max(maxMs, 10 * usualMs)
      const slow: string[] = []
      for (const text of texts) {
        const body = repeated(text)
        const ms = await measure(() => read(body))
        if (ms > limitMs) slow.push(`${JSON.stringify(text)}: ${ms} ms`)
      }
      expect(slow).toEqual([])
    },
  )
})
