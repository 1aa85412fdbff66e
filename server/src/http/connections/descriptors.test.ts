import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDescriptorLimit } from './descriptors.ts'

const limitsFile = (line: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'artel-limits-')), 'limits')
  writeFileSync(
    file,
    `Limit   Soft Limit   Hard Limit   Units\n${line}\nMax locked memory   8388608   8388608   bytes\n`,
  )
  return file
}

test.each([
  ['Max open files            1024                 524288               files', 1024],
  ['Max open files            unlimited            unlimited            files', Number.POSITIVE_INFINITY],
  ['Max processes             1024                 1024                 processes', Number.POSITIVE_INFINITY],
])('reads the limit of descriptors in %s as %d', (line, expected) => {
  expect(readDescriptorLimit(limitsFile(line))).toBe(expected)
})

test('there is no limit if the limits file does not exist', () => {
  expect(readDescriptorLimit(join(tmpdir(), 'artel-no-such-file'))).toBe(Number.POSITIVE_INFINITY)
})

test.runIf(process.platform === 'linux')('reads the limit of the current process', () => {
  const url = new URL('./descriptors.ts', import.meta.url).href
  const program = `import(${JSON.stringify(url)}).then((found) => console.log(found.readDescriptorLimit()))`
  const command = `ulimit -n 700 && exec "${process.execPath}" -e '${program}'`
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim()).toBe('700')
})
