import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@artel/contract/index'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, type Uploads } from '../../files/uploads.ts'
import { multipart } from '../../testing/values/form.ts'
import { readMultipart } from './multipart.ts'

let dataDir = ''
let uploads: Uploads
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'artel-forms-'))
  uploads = await openUploads(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true }))

const owner = { company: 1, person: '1 1', isStaff: false }
const { headers, payload } = multipart([['file', { name: 'a.png', content: Buffer.alloc(100_000) }]])

/** A request of the owner whose body comes through `raw`. */
function requestOf(raw: PassThrough): FastifyRequest {
  const actor = { companyId: 1, userId: 1, type: 'owner', isCompanyActive: true }
  const request = { raw, headers, session: { actor }, holdBytes: () => undefined }
  return request as unknown as FastifyRequest // has all that the reader of a form uses
}

test.each([0, 1, 2, 3, 5, 8])(
  'a sender who leaves after %i turns of the event loop keeps no place',
  async (turns) => {
    // Each form waits for the turns of the forms before it.
    const raws = Array.from({ length: 12 }, () => new PassThrough())
    const leaving = new AbortController()
    const reads = raws.map((raw) =>
      readMultipart(
        requestOf(raw),
        uploads,
        calls.multimedia.create,
        { values: 100, bytes: 1_048_576 },
        leaving.signal,
      ),
    )
    const ended = Promise.allSettled(reads)
    for (const raw of raws) raw.write(payload.subarray(0, 2000))
    for (let turn = 0; turn < turns; turn += 1) await sleep(0)
    for (const raw of raws) raw.destroy()
    expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']))
    // Parts that begin too late would begin in these turns.
    await sleep(50)
    const places = Array.from({ length: 6 }, () => uploads.enter(owner))
    for (const place of places) place.release()
    expect(await readdir(uploads.folder)).toEqual([])
  },
)

test('an error of the database while a file is received is not an error of the form', async () => {
  // An error of the database driver has a code but no `syscall`. An error of the disk has both.
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const raw = new PassThrough()
  const room = { take: () => Promise.reject(lost), release: () => undefined }
  const request = Object.assign(requestOf(raw), { openRoom: () => room })
  raw.end(payload)
  const limits = { values: 100, bytes: 1_048_576 }
  const { signal } = new AbortController()
  await expect(readMultipart(request, uploads, calls.multimedia.create, limits, signal)).rejects.toBe(lost)
  expect(await readdir(uploads.folder)).toEqual([])
})
