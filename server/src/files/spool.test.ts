import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Spool } from './spool.ts'

let folder: string
let counter = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

const open = (source: Readable, capacity?: number) =>
  Spool.open(join(folder, String(counter++)), source, capacity)

/** A source of this many pieces of this many bytes, which counts the pieces that were read. */
function sourceOf(pieces: number, bytes: number) {
  let yielded = 0
  let isClosed = false
  const source = Readable.from(
    (async function* () {
      for (; yielded < pieces; yielded += 1) yield Buffer.alloc(bytes, yielded % 251)
    })(),
    { highWaterMark: 1 },
  )
  source.once('close', () => {
    isClosed = true
  })
  return { source, state: () => ({ yielded, isClosed }) }
}

describe('a spool', () => {
  test('yields all data of its source, for any sizes and any reading speed', async () => {
    const piece = fc.oneof(fc.uint8Array({ maxLength: 700 }), fc.string({ maxLength: 200, unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        async (pieces, capacity, delays) => {
          const spool = await open(Readable.from(pieces), capacity)
          const read: Buffer[] = []
          for await (const bytes of spool) {
            read.push(bytes)
            await sleep(delays[read.length % delays.length])
          }
          expect(Buffer.concat(read)).toEqual(Buffer.concat(pieces.map((bytes) => Buffer.from(bytes))))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('reads its whole source while nobody reads the spool, and leaves no file name behind', async () => {
    const { source, state } = sourceOf(100, 100_000)
    const spool = await open(source)
    await vi.waitFor(() => expect(state()).toEqual({ yielded: 100, isClosed: true }))
    expect(await readdir(folder)).toEqual([])
    expect(spool.idleSince).toBe(null)
    expect(await buffer(spool)).toHaveLength(10_000_000)
  })

  test('waits for its reader when its capacity is full', async () => {
    const { source, state } = sourceOf(100, 100_000)
    const spool = await open(source, 1_000_000)
    await sleep(300)
    expect(state().yielded).toBeLessThan(15)
    expect(await buffer(spool)).toHaveLength(10_000_000)
    expect(state()).toEqual({ yielded: 100, isClosed: true })
  })

  test('reports since when its reader is idle, and null if the reader waits for more', async () => {
    let goOn = () => {}
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(1_000_000)
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      })(),
    )
    const spool = await open(source)
    spool.read(0)
    await vi.waitFor(() => expect(spool.idleSince).not.toBe(null))
    const before = spool.idleSince
    await sleep(50)
    expect(spool.idleSince).toBe(before)
    spool.resume()
    await vi.waitFor(() => expect(spool.idleSince).toBe(null))
    goOn()
  })

  test('fails when its source fails, and closes its source when it is destroyed', async () => {
    const failing = Readable.from(
      (async function* () {
        yield 'begun'
        throw new Error('The line is gone')
      })(),
    )
    await expect(buffer(await open(failing))).rejects.toThrow('The line is gone')
    const { source, state } = sourceOf(100, 100_000)
    const spool = await open(source, 1_000_000)
    spool.destroy()
    await vi.waitFor(() => expect(state().isClosed).toBe(true))
    expect(state().yielded).toBeLessThan(100)
  })

  test('fails if its source fails before the spool is open', async () => {
    const source = Readable.from(['begun'])
    const opening = open(source)
    source.destroy(new Error('The line is gone'))
    await expect(opening.then(buffer)).rejects.toThrow('The line is gone')
  })
})
