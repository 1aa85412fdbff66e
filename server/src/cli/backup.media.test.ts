import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nowIso } from '../clock.ts'
import { isBackupRunning, lockForBackup, lockForRestore } from '../database/backup-lock.ts'
import { withClient } from '../database/client.ts'
import type { Db } from '../database/db.ts'
import { multimediaJobs } from '../features/multimedia/multimedia.jobs.ts'
import { removeFiles, settleUpload } from '../features/multimedia/multimedia.removals.ts'
import { Uploads } from '../http/uploads.ts'
import { openQueues } from '../jobs/open.ts'
import { openDisk } from '../storage/disk.ts'
import { openS3 } from '../storage/s3.ts'
import type { Storage } from '../storage/storage.ts'
import type { TestUser } from '../testing/build.ts'
import { openWithCompany } from '../testing/installation.ts'
import { type S3Simulator, startS3 } from '../testing/s3-simulator.ts'
import { pack } from './archive/pack.ts'
import { command, type Installation, openInstallation } from './testing.ts'

type Place = { storage: Storage; env: NodeJS.ProcessEnv; close(): Promise<void> }
type Media = { id: number; keys: string[] }

const places = {
  disk: async ({ dataDir, env }: Installation): Promise<Place> => ({
    storage: openDisk(join(dataDir, 'media')),
    env,
    close: async () => {},
  }),
  S3: async ({ env }: Installation): Promise<Place & { bucket: S3Simulator }> => {
    const bucket = await startS3()
    const { place, close } = bucket
    const S3_URL = `${place.endpoint.replace('//', '//the-key:the%2Fsecret%2Bof%3Dit@')}/artel-media/crew`
    return { storage: openS3(place), env: { ...env, S3_URL }, close, bucket }
  },
}

/** Stores a photo with a smaller copy, like an upload. */
async function bring(storage: Storage, db: Db, user: TestUser, dataDir: string): Promise<Media> {
  const name = `${randomBytes(16).toString('hex')}.jpg`
  const put = async (key: string) => {
    const content = randomBytes(200)
    const path = join(dataDir, randomBytes(8).toString('hex'))
    await writeFile(path, content)
    await storage.put(key, path)
    return createHash('sha256').update(content)
  }
  const keys = [`${db.companyId}/${name}`, `${db.companyId}/small_${name}`] as const
  const sha256 = (await put(keys[0])).digest()
  const variants = { small: { size: 200, sha256: (await put(keys[1])).digest('hex') } }
  const { id } = await db
    .insert('multimedia', {
      type: 'photo',
      path: 'tasks',
      name: 'a.jpg',
      file: name,
      size: 200,
      sha256,
      variants,
      is_stripped: true,
      created_by: user.id,
      created_at: nowIso(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, keys: [...keys] }
}

/** These jobs receive no uploads. */
const noUploads = new Uploads('/nowhere')

/** Runs a job like the queue would. */
async function work({ root }: Installation, storage: Storage, kind: string, keys: string[]): Promise<void> {
  const job = multimediaJobs({ storage, uploads: noUploads }).find((one) => one.kind.name === kind)
  const unused = {
    id: '1',
    companyDb: () => undefined,
    publish: () => {},
    signal: new AbortController().signal,
  }
  // The part of the context that these jobs use.
  await job?.run({ ...unused, root, payload: { keys } } as unknown as Parameters<typeof job.run>[0])
}

async function listed(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list()) keys.push(key)
  return keys.sort()
}
const verify = async (env: NodeJS.ProcessEnv) => {
  const { code, text } = await command(env, 'verify')
  return [code, text.split('\n').filter((line) => line.startsWith('WRONG'))]
}

async function openSource(kind: keyof typeof places) {
  const { installation, db, user } = await openWithCompany()
  const place = await places[kind](installation)
  await openQueues(installation.root, multimediaJobs({ storage: place.storage, uploads: noUploads }))
  const bringOne = () => bring(place.storage, db, user, installation.dataDir)
  return { installation, db, place, bringOne }
}

describe.each(['disk', 'S3'] as const)('a backup of media on %s', (kind) => {
  test('has exactly the files of its rows, despite concurrent uploads and removals', async () => {
    const { installation, db, place, bringOne } = await openSource(kind)
    const before: Media[] = []
    for (let count = 0; count < 12; count += 1) before.push(await bringOne())
    const kept = before.flatMap(({ keys }) => keys).sort()
    const removed = before.slice(0, 10)
    // When the first file is read, the snapshot is already taken. Then all but two photos are deleted and
    // others are added.
    let isChanged = false
    const changing: Storage = {
      ...place.storage,
      open: async (key) => {
        if (!isChanged) {
          isChanged = true
          for (const { id, keys } of removed) {
            await db.remove('multimedia').where('id', '=', id).execute()
            await work(installation, place.storage, id % 2 ? removeFiles.name : settleUpload.name, keys)
          }
          for (let count = 0; count < 5; count += 1) await bringOne()
        }
        return place.storage.open(key)
      },
    }
    const archive = join(installation.dataDir, 'backup.tar.gz')
    await withClient(installation.connection, async (client) => {
      const chunks = pack(client, changing, ({ harmed }) => expect(harmed).toEqual([]))
      await pipeline(Readable.from(chunks), createGzip(), createWriteStream(archive))
    })

    const target = await openInstallation()
    const there = await places[kind](target)
    expect((await command(there.env, 'restore', archive)).code).toBe(0)
    expect(await listed(there.storage)).toEqual(kept)
    expect(await verify(there.env)).toEqual([0, []])
    // The removals waited as jobs. They find no fault after the backup.
    expect(await verify(place.env)).toEqual([0, []])
    const { rows } = await withClient(installation.connection, (client) =>
      client.query(`select name, data, start_after > now() as waits from jobs.job where state = 'created'`),
    )
    expect(rows.map(({ data }) => data.keys[0]).sort()).toEqual(removed.map(({ keys }) => keys[0]).sort())
    expect(rows.every(({ waits }) => waits)).toBe(true)
    // The jobs above named no company, like those of earlier versions.
    expect(rows.every(({ data }) => data.company_id === db.companyId)).toBe(true)
    for (const { name, data } of rows) await work(installation, place.storage, name, data.keys)
    expect((await listed(place.storage)).length).toBe(2 * (2 + 5))
    await place.close()
    await there.close()
  })

  test('no longer delays removals after it has died', async () => {
    const { installation, db, place, bringOne } = await openSource(kind)
    const { id, keys } = await bringOne()
    await db.remove('multimedia').where('id', '=', id).execute()
    await withClient(installation.connection, async (client) => {
      const chunks = pack(client, place.storage, () => {})
      await chunks.next()
      expect(await isBackupRunning(installation.root)).toBe(true)
      await work(installation, place.storage, removeFiles.name, keys)
      expect(await listed(place.storage)).toEqual([...keys].sort())
    })
    expect(await isBackupRunning(installation.root)).toBe(false)
    await work(installation, place.storage, removeFiles.name, keys)
    expect(await listed(place.storage)).toEqual([])
    await place.close()
  })
})

test('a removal job that runs after a restore keeps files of restored rows', async () => {
  const { installation, place, bringOne } = await openSource('disk')
  const { keys } = await bringOne()
  await work(installation, place.storage, removeFiles.name, keys)
  expect(await verify(installation.env)).toEqual([0, []])
})

test('a backup reports missing and truncated files and contains all others', async () => {
  const { installation, place, bringOne } = await openSource('disk')
  const media = [await bringOne(), await bringOne(), await bringOne()]
  const [missing = '', cut = ''] = media.map(({ keys }) => keys[0] ?? '')
  await rm(join(installation.dataDir, 'media', missing))
  await writeFile(join(installation.dataDir, 'media', cut), 'cut')
  const archive = join(installation.dataDir, 'backup.tar.gz')
  const { code, text } = await command(installation.env, 'backup', archive)
  expect(code).toBe(1)
  expect(text).toContain(`5 media files\nThe backup is written, but 2 media files are missing or cut: `)
  for (const key of [missing, cut]) expect(text).toContain(key)
  const target = await openInstallation()
  expect((await command(target.env, 'restore', archive)).code).toBe(0)
  expect(await readdir(join(target.dataDir, 'media', '1'))).toHaveLength(5)
  await place.close()
})

test('backups run concurrently with each other, but not with a restore', async () => {
  const { installation } = await openSource('disk')
  const { env, connection, dataDir } = installation
  const archive = join(dataDir, 'backup.tar.gz')
  await withClient(connection, async (client) => {
    expect(await lockForBackup(client)).toBe(true)
    expect((await command(env, 'backup', archive)).code).toBe(0)
    expect(await command(env, 'restore', archive, '--replace')).toEqual({
      code: 1,
      text: 'A backup or another restore is running: try again after it\n',
    })
  })
  await withClient(connection, async (client) => {
    expect(await lockForRestore(client)).toBe(true)
    expect(await command(env, 'backup', archive)).toEqual({
      code: 1,
      text: 'A restore is running: try again after it\n',
    })
  })
  expect((await command(env, 'restore', archive, '--replace')).code).toBe(0)
})

test('a backup fails if its connection is lost while packing, because removals no longer wait', async () => {
  const { installation, place, bringOne } = await openSource('disk')
  await bringOne()
  const packing = withClient(installation.connection, async (client) => {
    const losing: Storage = {
      ...place.storage,
      open: async (key) => {
        await withClient(installation.connection, (other) =>
          other.query(
            `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
          ),
        )
        return place.storage.open(key)
      },
    }
    for await (const _ of pack(client, losing, () => {}));
  })
  await expect(packing).rejects.toThrow(/terminat|not queryable/)
})

test('a restore that fails says why, also if it cannot remove its files again', async () => {
  const { installation, place, bringOne } = await openSource('disk')
  const [stuck = ''] = (await bringOne()).keys
  await bringOne()
  const archive = join(installation.dataDir, 'backup.tar.gz')
  expect((await command(installation.env, 'backup', archive)).code).toBe(0)
  await place.close()
  // Sequences are set after the files are stored, so this one makes the restore fail late.
  const tar = gunzipSync(await readFile(archive))
  tar.write('multimedia_id_not', tar.lastIndexOf('multimedia_id_seq'))
  await writeFile(archive, gzipSync(tar))
  const there = await places.S3(installation)
  there.bucket.locked.add(`crew/${stuck}`)
  expect(await command(there.env, 'restore', archive, '--replace')).toEqual({
    code: 1,
    text: `Files of the archive that could not be removed again stay in the storage; verify names them: crew/${stuck} was not deleted: it is locked
The archive cannot be used: its migrations make no sequence multimedia_id_not
`,
  })
  expect([...there.bucket.objects.keys()]).toEqual([`crew/${stuck}`])
  await there.close()
})
