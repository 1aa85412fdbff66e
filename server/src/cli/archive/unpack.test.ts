import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ArchiveError } from './manifest.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts'
import { checkArchive, readArchive } from './unpack.ts'

const at = new Date(0)
const block = 512
const fileName = `${'a'.repeat(32)}.jpg`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-archives-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A header with another text at one of its fields, and with the right checksum. */
function headerWith(name: string, size: number, changes: { size?: string; type?: string }): Buffer {
  const bytes = tarHeader(name, size, at)
  if (changes.size !== undefined) bytes.fill(0, 124, 136).write(changes.size, 124)
  if (changes.type !== undefined) bytes.write(changes.type, 156)
  bytes.fill(' ', 148, 156)
  const sum = bytes.reduce((all, byte) => all + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

const entry = (header: Buffer, content: Buffer) => [header, content, tarPadding(content.length)]
const fileOf = (name: string, content = 'x') =>
  entry(tarHeader(name, Buffer.byteLength(content), at), Buffer.from(content))
const paxOf = (records: string) =>
  entry(headerWith('pax', Buffer.byteLength(records), { type: 'x' }), Buffer.from(records))

/** An endless stream that begins with these blocks, and the number of its bytes that were read. */
function endless(...begin: Buffer[]) {
  const read = { bytes: 0 }
  async function* stream() {
    const zeros = Buffer.alloc(64 * 1024)
    for (let index = 0; ; index += 1) {
      const chunk = begin[index] ?? zeros
      read.bytes += chunk.length
      yield chunk
    }
  }
  return { stream: stream(), read }
}

async function write(...blocks: Buffer[]): Promise<string> {
  const path = join(folder, 'archive.tar.gz')
  await writeFile(path, gzipSync(Buffer.concat([...blocks, tarEnd])))
  return path
}

const readAll = async (source: AsyncIterable<Buffer>) => {
  const names: string[] = []
  for await (const { name } of readTar(source)) names.push(name)
  return names
}
/** Reads all rows of an archive, and adds the number of their bytes to `passed`. */
async function drain(archive: string, passed = { bytes: 0 }): Promise<void> {
  for await (const entry of readArchive(archive)) {
    if (entry.kind !== 'rows') continue
    for await (const { length } of entry.content) passed.bytes += length
  }
}
async function refuse(reading: Promise<unknown>, reason: string): Promise<void> {
  const failure = await reading.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ArchiveError)
  expect(String(failure)).toContain(reason)
}

describe('a hostile archive is refused', () => {
  test('before a long header or manifest is read', async () => {
    const gibibyte = 1024 ** 3
    const pax = endless(headerWith('pax', gibibyte, { type: 'x' }))
    await refuse(readAll(pax.stream), 'longer than 65536 bytes')
    expect(pax.read.bytes).toBe(block)
    // Compresses to 33 KB.
    const manifest = entry(tarHeader('manifest.json', 32 * 1024 ** 2, at), Buffer.alloc(32 * 1024 ** 2))
    await refuse(checkArchive(await write(...manifest)), 'manifest.json is longer than 16777216 bytes')
  })

  test('if it has more tables than a database of Artel', async () => {
    const tables = Array.from({ length: 1001 }, (_, index) => fileOf(`tables/t${index}/000001`)).flat()
    await refuse(checkArchive(await write(...tables)), 'more than 1000 tables')
  })

  test('before a row of more than 64 MiB is in memory, wherever its parts and lines end', async () => {
    const mib = 1024 ** 2
    const most = `${'x'.repeat(64 * mib)}\n`
    const reason = 'the table users has a row that is longer than 67108864 bytes'
    for (const lines of [`x${most}`, `1\n2\nx${most}3\n`, `x${most.trimEnd()}`]) {
      const archive = await write(...fileOf('tables/users/000001', lines))
      await refuse(checkArchive(archive), reason)
      // `load` reads the archive again.
      const passed = { bytes: 0 }
      await refuse(drain(archive, passed), reason)
      expect(passed.bytes).toBeLessThan(65 * mib)
    }
    const longest = await write(...fileOf('tables/users/000001', `1\n${most}${most}`))
    await refuse(checkArchive(longest), 'it has no manifest')
  })

  test.each(['', 'what', '-1', '9', '12x', '1 2', '0x10', '1e3', '1.5'])(
    'if a size is «%s», which is no octal number',
    (size) => refuse(readAll(endless(headerWith('a', 0, { size })).stream), 'no tar archive'),
  )

  test.each(['', 'what', '-1', 'Infinity', '1e9', '0x10', '9'.repeat(20), '1.5'])(
    'if the size in a pax header is «%s»',
    (size) => {
      const record = ` size=${size}\n`
      const pax = paxOf(`${record.length + 2}${record}`)
      return refuse(readAll(endless(...pax, tarHeader('a', 0, at)).stream), 'no tar archive')
    },
  )

  test.each([
    'x',
    '0 path=a\n',
    '-5 path=a\n',
    '5',
    '99 path=a\n',
    '2 path=a\n',
    '9path=abc\n',
    '\0'.repeat(60_000),
  ])('if a record of a pax header is %j', (records) =>
    refuse(readAll(endless(...paxOf(records)).stream), 'no tar archive'),
  )

  test.each(['1', '2', '3', '4', '5', '6', '7', 'g', 'L', 'K', 'S', 'D', ' '])(
    'if an entry has the type «%s»',
    (type) =>
      refuse(readAll(endless(headerWith('one', 0, { type })).stream), 'it holds one, which is no file'),
  )

  test.each([
    '',
    '.',
    '..',
    '1',
    '1/',
    '1/.',
    '1/x.txt',
    '../secret-key',
    `../1/${fileName}`,
    `/1/${fileName}`,
    `1/../1/${fileName}`,
    `crew/1/${fileName}`,
    `1/${fileName}/x`,
    `1/huge_${fileName}`,
    `1/${fileName}.part`,
    `1\\${fileName}`,
  ])('if it would bring «%s» into the storage', async (key) => {
    const archive = await write(...fileOf(`media/${key}`))
    const brought: unknown[] = []
    const readAllEntries = async () => {
      for await (const entry of readArchive(archive)) brought.push(entry)
    }
    await refuse(readAllEntries(), 'it holds media/')
    expect(brought).toEqual([])
  })

  test('without its control characters on the terminal', async () => {
    const name = `media/\x1b]0;title\x07\n\x9b31m\u202e${'long'.repeat(15)}`
    const failure = await checkArchive(await write(...fileOf(name))).catch((error: Error) => error.message)
    expect(failure).toMatch(/^The archive cannot be used: it holds media\/\?\]0;title\?/)
    expect(failure).not.toMatch(/\p{C}/u)
    const long = `17000 path=${'n'.repeat(16_988)}\n`
    const longest = await checkArchive(await write(...paxOf(long), ...fileOf('a'))).catch(String)
    expect(longest).toHaveLength('Error: The archive cannot be used: '.length + 300)
  })
})

test('files of Artel, long names and the older type of a file are read', async () => {
  const names = [`media/1/${fileName}`, `media/1/large_${fileName}`, `tables/${'t'.repeat(120)}/000001`]
  const source = endless(
    ...names.flatMap((name) => fileOf(name)),
    headerWith('old', 0, { type: '\0' }),
    tarEnd,
  )
  expect(await readAll(source.stream)).toEqual([...names, 'old'])
})
