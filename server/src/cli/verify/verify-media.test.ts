import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import { withClient } from '../../database/connection/client.ts'
import type { Db } from '../../database/db.ts'
import { putMedia, readMedia } from '../../features/multimedia/multimedia.ts'
import { openUploads } from '../../files/uploads.ts'
import { registerJob } from '../../jobs/handler.ts'
import { jobKind, queueJob } from '../../jobs/jobs.ts'
import { openQueues } from '../../jobs/open.ts'
import { openDisk } from '../../storage/disk.ts'
import { keyOf, parseName } from '../../storage/keys.ts'
import { openWithCompany } from '../../testing/installation.ts'
import { photo } from '../../testing/media/media.ts'
import type { TestUser } from '../../testing/rows/build.ts'
import { command, type Installation } from '../testing.ts'
import { findMediaFaults } from './verify-media.ts'

let installation: Installation
let db: Db
let user: TestUser

beforeAll(async () => {
  ;({ installation, db, user } = await openWithCompany())
})

const verify = () => command(installation.env, 'verify')
const pathOf = (name: string) => join(installation.dataDir, 'media', String(db.companyId), name)

async function bring(): Promise<string> {
  const uploads = await openUploads(installation.dataDir)
  const received = await uploads.receive(Readable.from([await photo('jpeg', 80, 60)]), 'a.jpg')
  const media = await readMedia({ type: 'photo', path: 'tasks' }, received, {
    companyId: db.companyId,
    userId: user.id,
  })
  const storage = openDisk(join(installation.dataDir, 'media'))
  await putMedia(storage, uploads, db.companyId, media, received)
  await db.insert('multimedia', { ...media.row, created_by: user.id, created_at: nowIso() }).execute()
  await uploads.close()
  return media.row.file
}

test('finds no fault in unchanged files', async () => {
  await bring()
  const { code, text } = await verify()
  expect(code).toBe(0)
  expect(text).toContain('ok     a media file is there, as it was stored\n')
  expect(text).toContain('ok     a media file has its row\n')
})

test('names missing, truncated and changed files, and files without a row', async () => {
  const [missing, cut, changed, copy] = [await bring(), await bring(), await bring(), await bring()]
  const replaced = await bring()
  await rm(pathOf(missing))
  await rm(pathOf(replaced))
  await mkdir(pathOf(replaced))
  await truncate(pathOf(cut), 10)
  const flip = async (name: string) => {
    const { open } = await import('node:fs/promises')
    const file = await open(pathOf(name), 'r+')
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, 40)
    byte[0] = (byte[0] ?? 0) ^ 1
    await file.write(byte, 0, 1, 40)
    await file.close()
  }
  await flip(changed)
  await flip(`small_${copy}`)
  const stray = `${'s'.repeat(32)}.jpg`
  await writeFile(pathOf(stray), 'nobody’s')
  await writeFile(pathOf('notes.txt'), 'a file that Artel has not stored')
  await mkdir(join(installation.dataDir, 'media', 'x'), { recursive: true })
  const { code, text } = await verify()
  expect(code).toBe(1)
  const harmed = text.split('\n').find((line) => line.startsWith('WRONG  a media file is there')) ?? ''
  const key = (name: string) => `${db.companyId}/${name}`
  expect(harmed).toContain(`${key(missing)} is missing`)
  expect(harmed).toMatch(new RegExp(`${key(cut)} has 10 of \\d+ bytes`))
  expect(harmed).toContain(`${key(changed)} has changed`)
  expect(harmed).toContain(`${key(`small_${copy}`)} has changed`)
  expect(harmed).toContain(`${key(replaced)} is missing`)
  expect(harmed.match(/\d\//g)).toHaveLength(5)
  expect(text).toContain(`WRONG  a media file has its row: ${key(stray)}\n`)
  expect(text).toContain('2 of ')
})

test('names a file that the disk cannot read, and reads the others', async () => {
  const [bad, good] = [await bring(), await bring()]
  const disk = openDisk(join(installation.dataDir, 'media'))
  const fail = () =>
    Promise.reject(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' }))
  const faults = await withClient(installation.connection, (client) =>
    findMediaFaults(client, { ...disk, open: (key) => (key.endsWith(bad) ? fail() : disk.open(key)) }),
  )
  const named = faults.harmed.join()
  expect(named).toContain(`${db.companyId}/${bad} cannot be read (EIO)`)
  expect(named).not.toContain(good)
})

test('names a file that is shortened while it is read, and reads the others', async () => {
  const [bad, good] = [await bring(), await bring()]
  const disk = openDisk(join(installation.dataDir, 'media'))
  const open: typeof disk.open = async (key) => {
    const file = await disk.open(key)
    if (key.endsWith(`/${bad}`)) await truncate(pathOf(bad), 10)
    return file
  }
  const faults = await withClient(installation.connection, (client) =>
    findMediaFaults(client, { ...disk, open }),
  )
  const named = faults.harmed.join()
  expect(named).toContain(`${db.companyId}/${bad} is read with another length`)
  expect(named).not.toContain(good)
})

test('accepts a file without a row if a job names it', async () => {
  const file = `${'c'.repeat(32)}.jpg`
  const keys = [keyOf(db.companyId, file), keyOf(db.companyId, file, 'small')]
  for (const key of keys) await writeFile(join(installation.dataDir, 'media', key), 'whole')
  await openQueues(installation.root, [registerJob(coming, { effect: 'outside', run: async () => {} })])
  expect((await verify()).text).toContain(keys[0])
  await queueJob(installation.root, coming, { keys })
  const { text } = await verify()
  for (const key of keys) expect(text).not.toContain(key)
})

test('each name that the database accepts for a file is one that the storage lists', async () => {
  const name = `${'a1'.repeat(16)}.jpg`
  const others = [
    name.slice(1),
    `a${name}`,
    `A${name.slice(1)}`,
    `${name}\n`,
    `small_${name}`,
    `${name}.part`,
  ]
  const endings = ['mp4', 'webm', '7z0', 'j', 'jpegs', 'JPG', '', 'j-g'].map(
    (one) => `${'b'.repeat(32)}.${one}`,
  )
  const { rows } = await withClient(installation.connection, (client) =>
    client.query<{ name: string; isAccepted: boolean }>(
      `select name, name ~ substring(pg_get_constraintdef(oid) from '''(.+)''') as "isAccepted"
      from pg_constraint, unnest($1::text[]) name where conname = 'multimedia_file_check'`,
      [[name, ...others, ...endings]],
    ),
  )
  expect(rows.filter(({ isAccepted }) => isAccepted)).toHaveLength(4)
  for (const { name, isAccepted } of rows)
    expect([name, parseName(name)?.file === name]).toEqual([name, isAccepted])
})

const coming = jobKind<{ keys: string[] }>('settle-upload')
