import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

const importOf = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)))

/**
 * Writes 5,000 labels that have no text in common, and prints by how many bytes the memory of the main thread
 * grows over the last 4,000.
 */
const scriptOf = (write: string) => `
  import { LabelWriter } from ${importOf('labels.ts')}
  import { LabelPages } from ${importOf('drawing/pages.ts')}
  const used = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      globalThis.gc()
    }
    return process.memoryUsage().heapUsed + process.memoryUsage().external
  }
  let before = 0
  async function* labels() {
    for (let number = 1; number <= 5000; number += 1) {
      const items = Array.from({ length: 20 }, (_, index) => ({ article: 'SET-' + number + '-' + index, quantity: 1 }))
      yield {
        barcode: 'WB_' + (1_000_000_000 + number), number, boxesCount: 5000, supplyNumber: '2026-' + number,
        destination: 'Коледино ' + number, legalEntity: 'ИП ' + number, unitsCount: number, items,
      }
      if (number === 1000) before = await used()
    }
    console.log((await used()) - before)
  }
  ${write}`

const ways = {
  // For each page pdfkit keeps its three objects, without their content.
  'the thread that draws': [
    `const pages = new LabelPages('75x120', 'ru')
    for await (const label of labels()) pages.draw(label)
    await pages.end()`,
    4 * 1024 * 1024,
  ],
  'the thread that waits for it': [
    `const writer = new LabelWriter()
    for await (const piece of writer.write('75x120', 'ru', labels(), { companyId: 1, userId: 1 }));
    await writer.close()`,
    1024 * 1024,
  ],
} as const

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'thousands of labels need hardly more memory than a few, in %s',
  { timeout: 120_000 },
  async (way) => {
    const [write, most] = ways[way]
    const options = ['--expose-gc', '--input-type=module', '--eval', scriptOf(write)]
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: server })
    expect(Number(stdout)).toBeLessThan(most)
  },
)

const chineseScript = `
  import { outlineOf } from ${importOf('drawing/outline.ts')}
  const used = () => {
    globalThis.gc()
    return process.memoryUsage().heapUsed
  }
  let before = 0
  for (let point = 0x4e00; point < 0x4e00 + 12_000; point += 100) {
    const articles = [0, 1, 2, 3, 4].map((row) =>
      String.fromCodePoint(...Array.from({ length: 20 }, (_, at) => point + row * 20 + at)),
    )
    outlineOf('75x120', 'ru', {
      barcode: '1', number: 1, boxesCount: 1, supplyNumber: '1', destination: null, legalEntity: null,
      unitsCount: 1, items: articles.map((article) => ({ article, quantity: 1 })),
    })
    before ||= used()
  }
  console.log(used() - before)`

test('thousands of different glyphs do not stay in memory', { timeout: 120_000 }, async () => {
  const options = ['--expose-gc', '--input-type=module', '--eval', chineseScript]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: server })
  // All of them would be 170 MB, too much for the heap of the thread.
  expect(Number(stdout)).toBeLessThan(70 * 1024 * 1024)
})
