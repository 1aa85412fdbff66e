import { createWriteStream } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isBackupRunning, lockForBackup, lockForRestore } from '../../database/backup-lock.ts'
import { withClient } from '../../database/connection/client.ts'
import { multimediaJobs } from '../../features/multimedia/multimedia.jobs.ts'
import { checkUploadJob, removeFiles } from '../../features/multimedia/multimedia.removals.ts'
import { ExactBytes } from '../../storage/exact-bytes.ts'
import { StorageUnavailableError } from '../../storage/storage.errors.ts'
import type { Storage } from '../../storage/storage.ts'
import { listed, type Media, noUploads, openSource, places } from '../../testing/media/stored-media.ts'
import { forgeArchive } from '../../testing/values/forge-archive.ts'
import { pack } from '../archive/pack.ts'
import { command, type Installation, openInstallation } from '../testing.ts'

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

const verify = async (env: NodeJS.ProcessEnv) => {
  const { code, text } = await command(env, 'verify')
  return [code, text.split('\n').filter((line) => line.startsWith('WRONG'))]
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
            await work(installation, place.storage, id % 2 ? removeFiles.name : checkUploadJob.name, keys)
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
  expect(text).toContain(
    `5 media files\nThe archive is written, but 2 media files are missing, cut or unreadable: `,
  )
  for (const key of [missing, cut]) expect(text).toContain(key)
  const target = await openInstallation()
  expect((await command(target.env, 'restore', archive)).code).toBe(0)
  expect(await readdir(join(target.dataDir, 'media', '1'))).toHaveLength(5)
  await place.close()
})

test('a backup names files that the disk cannot read and contains everything else', async () => {
  const { installation, place, bringOne } = await openSource('disk')
  const [closed = '', broken = '', sound = ''] = [...(await bringOne()).keys, ...(await bringOne()).keys]
  const fail = (code: string) => Object.assign(new Error(`${code}: read`), { code, syscall: 'read' })
  async function* half(content: ExactBytes) {
    for await (const chunk of content) yield chunk.subarray(0, 100)
    throw fail('EIO')
  }
  const failing: Storage = {
    ...place.storage,
    open: async (key) => {
      if (key === closed) throw fail('EACCES')
      const file = await place.storage.open(key)
      if (!file || key !== broken) return file
      const read = async () => new ExactBytes(Readable.from(half(await file.read())), file.size)
      return { ...file, read }
    },
  }
  const archive = join(installation.dataDir, 'backup.tar.gz')
  await withClient(installation.connection, async (client) => {
    const chunks = pack(client, failing, ({ harmed }) => expect(harmed).toEqual([closed, broken]))
    await pipeline(Readable.from(chunks), createGzip(), createWriteStream(archive))
  })
  const target = await openInstallation()
  expect((await command(target.env, 'restore', archive)).code).toBe(0)
  const media = join(target.dataDir, 'media')
  expect((await readdir(join(media, '1'))).length).toBe(3)
  const stored = (folder: string, key: string) => readFile(join(folder, key))
  const own = join(installation.dataDir, 'media')
  expect(await stored(media, sound)).toEqual(await stored(own, sound))
  // What could be read is kept. The rest is zeros.
  const expected = Buffer.concat([(await stored(own, broken)).subarray(0, 100), Buffer.alloc(100)])
  expect(await stored(media, broken)).toEqual(expected)
  const [, faults] = await verify(target.env)
  expect(faults).toEqual([expect.stringContaining(`${closed} is missing, ${broken} has changed`)])
})

test('a backup whose storage does not answer fails', async () => {
  const { installation, place, bringOne } = await openSource('disk')
  await bringOne()
  const away: Storage = {
    ...place.storage,
    open: async () => {
      throw new StorageUnavailableError('away')
    },
  }
  const packing = withClient(installation.connection, async (client) => {
    for await (const _ of pack(client, away, () => {}));
  })
  await expect(packing).rejects.toThrow('away')
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
    expect(await command(env, 'backup', join(dataDir, 'another.tar.gz'))).toEqual({
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
  // An archive that has a file twice is refused when its files are stored.
  await forgeArchive(archive, { file: (key, content) => (key === stuck ? [content, content] : [content]) })
  const there = await places.S3(installation)
  there.bucket.locked.add(`crew/${stuck}`)
  expect(await command(there.env, 'restore', archive, '--replace')).toEqual({
    code: 1,
    text: `Files of the archive that could not be removed again stay in the storage until the server has removed them: crew/${stuck} was not deleted: it is locked
The archive cannot be used: it holds ${stuck} more than once
`,
  })
  expect([...there.bucket.objects.keys()]).toEqual([`crew/${stuck}`])
  await there.close()
})
