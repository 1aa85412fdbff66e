import fs, { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { LimitError } from '../errors/errors.ts'
import { openUploads, Uploads } from './uploads.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'artel-uploads-'))
})

async function leave(name: string, ageDays = 0): Promise<string> {
  const folder = join(dataDir, 'uploads', name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'half'), 'half a file')
  const at = new Date(Date.now() - ageDays * 86_400_000)
  await utimes(folder, at, at)
  return folder
}

test('deletes the files of ended processes at startup, and keeps those of others', async () => {
  const killed = await leave(`${hostname()}.999999999.abc`)
  const before = await leave(`${hostname()}.${process.pid}.abc`)
  const alive = await leave(`${hostname()}.${process.ppid}.abc`)
  const elsewhere = await leave('other.1.abc')
  const forgotten = await leave('other.1.def', 2)
  const [first, second] = [await openUploads(dataDir), await openUploads(dataDir)]
  expect([killed, before, alive, elsewhere, forgotten].map((path) => existsSync(path))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect([existsSync(first.folder), existsSync(second.folder)]).toEqual([true, true])
  await first.close()
  expect(existsSync(first.folder)).toBe(false)
})

test('a stream that fails leaves no file', async () => {
  const uploads = await openUploads(dataDir)
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('some of it')
      throw new Error('cut')
    })(),
  )
  await expect(uploads.receive(failing, 'a.jpg')).rejects.toThrow('cut')
  expect(await readdir(uploads.folder)).toEqual([])
  const whole = await uploads.receive(Readable.from([Buffer.from('all')]), 'a.jpg')
  expect([await readFile(whole.path, 'utf8'), whole.size]).toEqual(['all', 3])
})

test('a stream that fails while its file is being opened leaves no file', async () => {
  const uploads = await openUploads(dataDir)
  const open = fs.open
  // A slow disk.
  const late = vi.spyOn(fs, 'open').mockImplementation((...given: unknown[]) => {
    setTimeout(() => Reflect.apply(open, fs, given), 100)
  })
  const findLimit = () => Promise.reject(new Error('refused'))
  const source = Readable.from([Buffer.alloc(5000)])
  await expect(uploads.receive(source, 'a.jpg', { findLimit })).rejects.toThrow('refused')
  late.mockRestore()
  await sleep(200)
  expect(await readdir(uploads.folder)).toEqual([])
})

test('stops reading a stream at the limit that its first bytes determine', async () => {
  const uploads = await openUploads(dataDir)
  let read = 0
  const endless = Readable.from(
    (async function* () {
      for (; read < 1000; read += 1) yield Buffer.alloc(1000, read)
    })(),
    { highWaterMark: 1 },
  )
  const heads: number[] = []
  const findLimit = async (head: Buffer) => heads.push(head.length) * 20_000
  await expect(uploads.receive(endless, 'a.jpg', { findLimit })).rejects.toMatchObject({ code: 'too_large' })
  expect([heads, read < 100]).toEqual([[5000], true])
  expect(await readdir(uploads.folder)).toEqual([])
})

test('a place is released only once, and one user or one company cannot take all places', () => {
  const uploads = new Uploads(dataDir)
  const enter = (company: number, person: string) => uploads.enter({ company, person })
  const places = Array.from({ length: 6 }, () => enter(1, 'one'))
  expect(() => enter(1, 'one')).toThrow(LimitError)
  enter(1, 'two')
  places[0]?.release()
  places[0]?.release()
  enter(1, 'one')
  expect(() => enter(1, 'one')).toThrow(LimitError)
  for (let count = 7; count < 20; count += 1) enter(1, `colleague ${count}`)
  expect(() => enter(1, 'a colleague more')).toThrow(LimitError)
  for (let count = 20; count < 60; count += 1) enter(count, `stranger ${count}`)
  expect(() => enter(99, 'somebody else')).toThrow(LimitError)
})
