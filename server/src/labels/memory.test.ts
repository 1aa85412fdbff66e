import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

/**
 * Writes 5,000 labels that have no text in common, and prints by how many bytes the memory grows over the
 * last 4,000. Each measurement waits until all pages are compressed, because their buffers would affect it
 * randomly.
 */
const script = `
  import { writeLabels } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'labels.ts')))}
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
  for await (const piece of writeLabels('75x120', 'ru', labels()));`

test('thousands of labels need hardly more memory than a few', { timeout: 120_000 }, async () => {
  const options = ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: server })
  // For each page pdfkit keeps its three objects, without their content.
  expect(Number(stdout)).toBeLessThan(4 * 1024 * 1024)
})
