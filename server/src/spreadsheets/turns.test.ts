import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { leastOf } from '../testing/thread-cpu.ts'
import { longestTurnMs } from '../testing/turns.ts'
import { type Column, writeTable } from './spreadsheets.ts'

type Row = { before: string; after: string }
const columns: Column<Row>[] = [
  { kind: 'text', title: { ru: 'Было', en: 'Before' }, read: ({ before }) => before },
  { kind: 'text', title: { ru: 'Стало', en: 'After' }, read: ({ after }) => after },
]

async function* batches(): AsyncGenerator<readonly Row[]> {
  const row = { before: 'о"'.repeat(3000), after: 'а<'.repeat(3000) }
  yield Array.from({ length: 500 }, () => row)
}

test.each(['csv', 'xlsx'] as const)(
  'writing %s with long rows yields the event loop',
  { timeout: 120_000 },
  async (format) => {
    const table = { title: 'Log', columns, language: 'ru', timezone: 3 } as const
    const write = () => text(writeTable(format, table, batches()))
    expect(await leastOf(50, () => longestTurnMs(write))).toBeLessThan(50)
  },
)
