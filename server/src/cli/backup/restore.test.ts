import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { nowIso } from '../../clock.ts'
import { checkUploadJob, removalOf } from '../../features/multimedia/multimedia.removals.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { draftOf } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { listed, openSource, type places } from '../../testing/media/stored-media.ts'
import { buildTask, buildUser } from '../../testing/rows/build.ts'
import { buildPrint } from '../../testing/rows/printers.ts'
import { buildDevice, buildPush } from '../../testing/rows/pushes.ts'
import { forgeArchive } from '../../testing/values/forge-archive.ts'
import { command, type Installation } from '../testing.ts'

afterEach(() => void vi.restoreAllMocks())

async function readAll(storage: Storage, key: string): Promise<string | undefined> {
  const file = await storage.open(key)
  return file ? (await buffer(await file.read())).toString('hex') : undefined
}

async function backUp({ dataDir }: Installation, env: NodeJS.ProcessEnv): Promise<string> {
  const archive = join(dataDir, 'backup.tar.gz')
  expect((await command(env, 'backup', archive)).code).toBe(0)
  return archive
}

async function store({ dataDir }: Installation, storage: Storage, key: string, content: string) {
  const path = join(dataDir, randomBytes(8).toString('hex'))
  await writeFile(path, content, 'hex')
  await storage.put(key, path)
}

const forged = 'f0f0'
const verify = async (env: NodeJS.ProcessEnv) => {
  const { code, text } = await command(env, 'verify')
  return [code, text.split('\n').filter((line) => line.startsWith('WRONG'))]
}
const restored = { code: 0, text: expect.stringContaining('restored as of') }

const open = async (kind: keyof typeof places) => {
  const source = await openSource(kind)
  const { installation, place, bringOne } = source
  const [one = ''] = (await bringOne()).keys
  const { keys } = await bringOne()
  const before = await readAll(place.storage, one)
  const archive = await backUp(installation, place.env)
  const restore = () => command(place.env, 'restore', archive, '--replace')
  return { ...source, one, keys, before, archive, restore, storage: place.storage }
}

describe.each(['disk', 'S3'] as const)('a restore with media on %s', (kind) => {
  test('that fails replaces no file', async () => {
    const { one, keys, before, archive, restore, storage, place } = await open(kind)
    const all = await listed(storage)
    const isRefused = async (reason: string) => {
      expect(await restore()).toEqual({ code: 1, text: expect.stringContaining(reason) })
      expect(await readAll(storage, one)).toBe(before)
      expect(await listed(storage)).toEqual(all)
    }
    await forgeArchive(archive, {
      file: (key, content) => {
        if (key === one) return [Buffer.from(forged, 'hex')]
        return key === keys[1] ? [content, content] : [content]
      },
    })
    await isRefused('more than once')
    // The person of the media does not exist, which is found after all rows are loaded.
    await forgeArchive(archive, { rows: (table, lines) => (table === 'users' ? '' : lines) })
    await isRefused('violates foreign key')
    expect(await verify(place.env)).toEqual([0, []])
    await place.close()
  })

  test('puts files of the archive in the place of damaged ones, and keeps no copy', async () => {
    const { installation, one, before, restore, storage, place } = await open(kind)
    const all = await listed(storage)
    await store(installation, storage, one, 'ffff')
    // A restore that was killed has left this.
    await storage.stage(one, await spare(installation))
    expect(await restore()).toEqual(restored)
    expect(await readAll(storage, one)).toBe(before)
    expect(await listed(storage)).toEqual(all)
    expect(await verify(place.env)).toEqual([0, []])
    await place.close()
  })
})

async function spare({ dataDir }: Installation): Promise<string> {
  const path = join(dataDir, randomBytes(8).toString('hex'))
  await writeFile(path, 'spare')
  return path
}

const hasRow = async ({ root }: Installation, id: number): Promise<boolean> =>
  (await root.selectFrom('multimedia').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

test('a restore brings no file that no row names, and keeps a file of a row that the archive lacks', async () => {
  const { one, before, archive, restore, storage, place } = await open('disk')
  const all = await listed(storage)
  const stray = one.replace(/\w{32}/, 's'.repeat(32))
  await forgeArchive(archive, {
    file: (key, content) => (key === one ? [] : [content]),
    more: [[stray, Buffer.from('stray')]],
  })
  expect(await restore()).toEqual(restored)
  expect(await readAll(storage, one)).toBe(before)
  expect(await listed(storage)).toEqual(all)
  await place.close()
})

test('a restore keeps the file of an upload that is under way, and removes others without a row', async () => {
  const { installation, db, restore, storage, place } = await open('disk')
  const all = await listed(storage)
  const [uploaded = '', stray = ''] = ['u', 's'].map((one) => `${one.repeat(32)}.jpg`)
  for (const name of [uploaded, stray]) await store(installation, storage, `${db.companyId}/${name}`, 'aaaa')
  await queueJob(installation.root, checkUploadJob, removalOf(db.companyId, uploaded, {}))
  expect(await restore()).toEqual(restored)
  expect(await listed(storage)).toEqual([...all, `${db.companyId}/${uploaded}`].sort())
  await place.close()
})

test('a restore forgets which jobs have ended, because the restored rows may need them again', async () => {
  const { installation, restore, place } = await open('disk')
  const { root } = installation
  const queue = () =>
    queueJob(root, checkUploadJob, removalOf(1, `${'e'.repeat(32)}.jpg`, {}), { key: 'once' })
  const waiting = async () => {
    const { rows } = await sql<{
      state: string
    }>`select state from jobs.job where name = ${checkUploadJob.name}`.execute(root)
    return rows.map(({ state }) => state)
  }
  await queue()
  await sql`update jobs.job set state = 'completed', completed_on = now()`.execute(root)
  expect(await restore()).toEqual(restored)
  await queue()
  expect(await waiting()).toEqual(['created'])
  await place.close()
})

test('a restore sends nothing to a printer that waited when the backup was made', async () => {
  const { installation, db, place } = await openSource('disk')
  const user = await buildUser(installation.root, db, 'staff')
  const waiting = await buildPrint(db, user)
  const at = nowIso()
  const printing = { status: 'printing', started_at: at, seen_at: at } as const
  const begun = await buildPrint(db, user, { ...printing, sent: 1, printer: 'Линия 2' })
  const settled = await buildPrint(db, user, { ...printing, printer: 'Линия 3' })
  const archive = await backUp(installation, place.env)
  expect(await command(place.env, 'restore', archive, '--replace')).toEqual(restored)
  const rows = await db.from('prints').select(['id', 'status', 'reason']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: waiting, status: 'failed', reason: 'restored' },
    { id: begun, status: 'unknown', reason: 'restored' },
    { id: settled, status: 'failed', reason: 'restored' },
  ])
  await place.close()
})

test('a restore sends no push that was due when it began, and no copy that waited for a device', async () => {
  const { installation, db, place } = await openSource('disk')
  const user = await buildUser(installation.root, db, 'staff')
  const due_at = nowIso()
  const device_id = await buildDevice(db, user)
  const copy = { title: 'Новая задача', body: '', url: '/', origin: 'https://fcm.googleapis.com', tag: 'a' }
  const expires_at = '2099-01-01T00:00:00.000Z'
  await db.insert('push_deliveries', { ...copy, device_id, due_at, expires_at }).execute()
  await buildPush(db, user, { title: 'Сегодня', send_at: due_at })
  await buildPush(db, user, { title: 'Завтра' })
  const archive = await backUp(installation, place.env)
  const { code, text } = await command(place.env, 'restore', archive, '--replace')
  expect([code, text]).toEqual([0, expect.stringContaining('1 of the scheduled pushes')])
  const rows = await db.from('pushes').select(['title', 'status']).orderBy('id').execute()
  expect(rows).toEqual([
    { title: 'Сегодня', status: 'failed' },
    { title: 'Завтра', status: 'scheduled' },
  ])
  expect(await db.from('push_deliveries').select('id').execute()).toEqual([])
  await place.close()
})

test('a restore whose commit is not acknowledged keeps all files, and can be repeated', async () => {
  const { installation, bringOne, keys, restore, storage, place } = await open('disk')
  await storage.remove(keys)
  const newer = await bringOne()
  const query = pg.Client.prototype.query
  const losing = async (result: Promise<unknown>) => {
    await result
    if (await hasRow(installation, newer.id)) return
    throw new Error('Connection terminated unexpectedly')
  }
  const lost = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const result = Reflect.apply(query, this, words)
    return words[0] === 'commit' ? losing(result) : result
  })
  const ended = await restore()
  lost.mockRestore()
  expect(ended).toEqual({ code: 1, text: expect.stringContaining('repeat the restore') })
  expect(await listed(storage)).toEqual(expect.arrayContaining([...keys, ...newer.keys]))
  expect(await restore()).toEqual(restored)
  expect(await verify(place.env)).toEqual([0, []])
  expect((await listed(storage)).length).toBe(4)
  await place.close()
})

test('a restore that cannot replace or remove old files says that the rest is restored, and can be repeated', async () => {
  const { installation, place, bringOne } = await openSource('S3')
  const { bucket } = place as Awaited<ReturnType<typeof places.S3>>
  const [one = '', small = ''] = (await bringOne()).keys
  const before = await readAll(place.storage, one)
  const archive = await backUp(installation, place.env)
  const newer = await bringOne()
  await store(installation, place.storage, one, 'ffff')
  await store(installation, place.storage, small, 'ffff')
  for (const key of [one, newer.keys[0]]) bucket.locked.add(`crew/${key}`)
  const restore = () => command(place.env, 'restore', archive, '--replace')
  expect(await restore()).toEqual({
    code: 1,
    text: expect.stringMatching(/^The tables and new files are restored, but .*: repeat the restore\. .*\n$/),
  })
  expect(await readAll(place.storage, one)).toBe('ffff')
  expect(await readAll(place.storage, small)).not.toBe('ffff')
  expect(await listed(place.storage)).toEqual([one, draftOf(one), newer.keys[0], small].sort())
  bucket.locked.clear()
  expect(await restore()).toEqual(restored)
  expect(await readAll(place.storage, one)).toBe(before)
  expect(await listed(place.storage)).toEqual([one, small].sort())
  expect(await verify(place.env)).toEqual([0, []])
  await place.close()
})

describe('a forged archive', () => {
  test.each([
    ['no sequence', () => []],
    [
      'sequences that begin anew',
      (all: object[]) => all.map((one) => ({ ...one, last_value: 1, is_called: false })),
    ],
  ])('with %s does not keep people from adding rows', async (_, change) => {
    const { installation, db, user } = await openSource('disk')
    await buildTask(db, user)
    const archive = await backUp(installation, installation.env)
    await forgeArchive(archive, {
      manifest: (manifest) => ({
        ...manifest,
        sequences: change(manifest.sequences) as typeof manifest.sequences,
      }),
    })
    expect(await command(installation.env, 'restore', archive, '--replace')).toEqual(restored)
    await buildTask(db, await buildUser(installation.root, db, 'staff'))
  })

  test('whose values are nested too deep for the database is refused in one line', async () => {
    const { installation, bringOne } = await openSource('disk')
    await bringOne()
    const archive = await backUp(installation, installation.env)
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    await forgeArchive(archive, {
      rows: (table, lines) => (table === 'multimedia' ? lines.replace(/\{[^\t]*\}/, deep) : lines),
    })
    expect(await command(installation.env, 'restore', archive, '--replace')).toEqual({
      code: 1,
      text: expect.stringMatching(/^The archive cannot be used: the database refuses its rows: .*\n$/),
    })
  })
})
