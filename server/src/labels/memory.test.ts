import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

/** Writes 5,000 labels that have no text in common; by how many bytes the memory grows over the last 4,000. */
const script = `
  import { writeLabels } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'labels.ts')))}
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external
  let before = 0
  function* labels() {
    for (let number = 1; number <= 5000; number += 1) {
      const items = Array.from({ length: 20 }, (_, index) => ({ article: 'SET-' + number + '-' + index, quantity: 1 }))
      yield {
        barcode: 'WB_' + (1_000_000_000 + number), number, boxesCount: 5000, supplyNumber: '2026-' + number,
        destination: 'Коледино ' + number, legalEntity: 'ИП ' + number, unitsCount: number, items,
      }
      if (number % 1000 === 0) globalThis.gc()
      if (number === 1000) before = used()
    }
    console.log(used() - before)
  }
  for await (const piece of writeLabels('75x120', 'ru', labels()));`

test('thousands of labels take the memory of a few', { timeout: 120_000 }, async () => {
  const options = ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: server })
  // Of each page pdfkit keeps the three objects it was, without what was on it.
  expect(Number(stdout)).toBeLessThan(7 * 1024 * 1024)
})
