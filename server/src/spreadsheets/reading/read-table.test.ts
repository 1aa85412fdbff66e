import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { LimitError } from '../../errors/errors.ts'
import { sheetFile } from '../../testing/values/workbook-file.ts'
import { type ReadCell, type ReadRow, type ReadTable, readTable, TableError } from '../spreadsheets.ts'
import { maxFileBytes } from './limits.ts'
import { heap } from './table-process.ts'
import { withFile } from './testing.ts'

const csv = (rows: number) =>
  `Article;Count\n${Array.from({ length: rows }, (_, index) => `a${index};${index}\n`).join('')}`

const personOf = (companyId: number, userId = 1) => ({ companyId, userId })

type Options = { sheet?: number; signal?: AbortSignal; person?: ReturnType<typeof personOf> }

const read = (path: string, options: Options = {}) =>
  readTable({ path }, { person: personOf(1), ...options }, async ({ batches, ...head }) => {
    const all: ReadRow[][] = []
    for await (const batch of batches) all.push(batch)
    return { ...head, batches: all }
  })

const children = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap')

describe('a table that is read in a child process', () => {
  test('returns its sheets and header first, then its rows in batches', async () => {
    const { sheets, sheet, header, batches } = await withFile(csv(1_200), (path) => read(path))
    expect({ sheets, sheet }).toEqual({ sheets: [''], sheet: 0 })
    const text = (value: string): ReadCell => ({ text: value, isNumber: false, isError: false })
    expect(header.cells).toEqual([text('Article'), text('Count')])
    expect(batches.map((batch) => [batch[0]?.row, batch.length])).toEqual([
      [2, 500],
      [502, 500],
      [1002, 200],
    ])
  })

  test('is the requested sheet, or is rejected with a reason', async () => {
    await withFile(sheetFile('<row r="1"><c r="A1" t="str"><v>Header</v></c></row>'), async (path) => {
      expect(await read(path, { sheet: 0 })).toMatchObject({
        sheets: ['Sheet1'],
        header: { row: 1 },
        batches: [],
      })
      await expect(read(path, { sheet: 1 })).rejects.toMatchObject({ reason: 'table_no_such_sheet' })
    })
    const refused = withFile('a;b\n1;"2', (path) => read(path))
    await expect(refused).rejects.toEqual(new TableError('table_unclosed_quote', { row: 2 }))
  })

  test('ends its process when the callback fails, stops early or is aborted', async () => {
    await withFile(csv(100_000), async (path) => {
      const stop = new AbortController()
      const uses: ((table: ReadTable) => Promise<unknown>)[] = [
        async () => Promise.reject(new Error('ours')),
        async ({ batches }) => {
          for await (const _ of batches) break
          return 'early'
        },
        async ({ batches }) => {
          for await (const _ of batches) stop.abort(new Error('called off'))
        },
      ]
      // Only the last one has the signal: another that still runs at the abort would fail with it, too.
      const outcomes = uses.map((use, index) =>
        readTable(
          { path },
          { person: personOf(index), ...(index === 2 && { signal: stop.signal }) },
          use,
        ).catch((error: Error) => error.message),
      )
      expect(await Promise.all(outcomes)).toEqual(['ours', 'early', 'called off'])
      await expect(read(path, { signal: stop.signal })).rejects.toThrow('called off')
      await expect.poll(children).toEqual([])
    })
  })

  test('waits for its turn, unless too many tables of its person or company wait', async () => {
    await withFile(csv(1), async (path) => {
      const { promise: done, resolve: finish } = promiseParts()
      const held = [1, 2].map((userId) => readTable({ path }, { person: personOf(1, userId) }, () => done))
      const stops = Array.from({ length: 12 }, () => new AbortController())
      const waiting = stops.map(({ signal }, index) =>
        read(path, { signal, person: personOf(1, index % 2) }).catch((error) => error.message),
      )
      for (const userId of [1, 3]) {
        await expect(read(path, { person: personOf(1, userId) })).rejects.toBeInstanceOf(LimitError)
      }
      const others = read(path, { person: personOf(2) })
      for (const stop of stops) stop.abort(new Error('gone'))
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(['gone']))
      finish()
      await Promise.all(held)
      expect((await others).batches).toHaveLength(1)
    })
  })

  test('fails with a limit error if it times out before its turn', async () => {
    await withFile(csv(1), async (path) => {
      const { promise: done, resolve: finish } = promiseParts()
      const held = [1, 2].map((userId) => readTable({ path }, { person: personOf(1, userId) }, () => done))
      await expect(read(path, { signal: AbortSignal.timeout(50) })).rejects.toBeInstanceOf(LimitError)
      finish()
      await Promise.all(held)
    })
  })

  test('comes before later tables of a company that has many waiting', async () => {
    await withFile(csv(1), async (path) => {
      const order: string[] = []
      const by = (companyId: number, userId: number) =>
        readTable({ path }, { person: personOf(companyId, userId) }, async () => {
          order.push(`${companyId}`)
        })
      await Promise.all([...Array.from({ length: 8 }, (_, index) => by(1, index % 2)), by(2, 1)])
      expect(order.indexOf('2')).toBeLessThan(5)
    })
  })

  test('is rejected if it takes all the memory of its process, and nothing else ends', async () => {
    const commas = `a,b\n${','.repeat(maxFileBytes - 10)}`
    const refused = withFile(commas, (path) => read(path))
    await expect(refused).rejects.toMatchObject({ reason: 'table_too_large_inside' })
    expect((await withFile(csv(1), (path) => read(path))).batches).toHaveLength(1)
  })
})

function promiseParts() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const server = join(import.meta.dirname, '../../..')

/** The maximum growth of the reading process's memory for this file, after a small file. */
async function rise(bytes: Buffer | string): Promise<{ outcome: string; mebibytes: number }> {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)))
  const script = `
    import { openTable } from ${module('open-table.ts')}
    import { inBatches } from ${module('rows.ts')}
    const read = async (path) => {
      let count = 0
      for await (const batch of inBatches((await openTable(path)).rows)) count += batch.length
      return String(count)
    }
    const peak = () => process.resourceUsage().maxRSS / 1024
    const [small, large] = process.argv.slice(-2)
    await read(small)
    const before = peak()
    const outcome = await read(large).catch(({ message }) => message)
    console.log(JSON.stringify({ outcome, mebibytes: Math.round(peak() - before) }))`
  return withFile('a;b\n1;2', (small) =>
    withFile(bytes, async (large) => {
      const options = [...heap, '--input-type=module', '--eval', script, '--', small, large]
      const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: server })
      return JSON.parse(stdout)
    }),
  )
}

const header = '<row r="1"><c r="A1" t="str"><v>Header</v></c></row>'
const sharedCell = '<row r="2"><c r="A2" t="s"><v>999999</v></c></row>'
const numbered = (count: number, make: (row: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index + 2)).join('')

// About 9,500 characters that compress to a tenth.
const longText = (seed: number) =>
  Array.from({ length: 1600 }, (_, index) => (index * seed * 7919) % 99_991).join(' ')
const longRow = (row: number) =>
  `<row r="${row}">${`<c t="str"><v>${longText(row)}</v></c>`.repeat(10)}</row>`
const text = (number: number) => `<si><t>text ${number}</t></si>`

describe('the memory of the reading process', () => {
  test.each<[string, () => Buffer | string, string]>([
    [
      'a million shared texts',
      () => sheetFile(header + sharedCell, { strings: numbered(1_000_000, text) }),
      '1',
    ],
    [
      'a grid of formats',
      () => sheetFile(header + numbered(1_000_000, (row) => `<row r="${row}"><c r="A${row}" s="1"/></row>`)),
      '0',
    ],
    ['texts that are all long', () => sheetFile(header + numbered(600, longRow)), '600'],
    ['a csv of one line', () => 'x'.repeat(maxFileBytes), 'table_cell_too_long'],
  ])('does not grow much for %s', async (_, make, outcome) => {
    const grown = await rise(make())
    expect(grown.outcome).toBe(outcome)
    expect(grown.mebibytes).toBeLessThan(150)
  })
})
