import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isBackupRunning, lockForBackup } from '../../database/backup-lock.ts'
import { withClient } from '../../database/connection/client.ts'
import { spawnScript } from '../../database/embedded/testing.ts'
import { multimediaJobs, removeRestored } from '../../features/multimedia/multimedia.jobs.ts'
import { openQueues } from '../../jobs/open.ts'
import { claimJob, runJob } from '../../jobs/run-job.ts'
import { draftOf } from '../../storage/keys.ts'
import { listed, noUploads, openSource, type places } from '../../testing/media/stored-media.ts'
import { command } from '../testing.ts'

const restored = { code: 0, text: expect.stringContaining('restored as of') }

/** A bucket with the files of two photos, their archive, and what a killed restore needs. */
async function open() {
  const source = await openSource('S3')
  const { installation, db, place, bringOne } = source
  const { bucket, storage, env } = place as Awaited<ReturnType<typeof places.S3>> // opened as S3
  const [one, two] = [await bringOne(), await bringOne()]
  const archive = join(installation.dataDir, 'backup.tar.gz')
  expect((await command(env, 'backup', archive)).code).toBe(0)
  const all = await listed(storage)

  /** Restores in a child process, which is killed when the bucket gets the file of this number. */
  const restoreAndDie = async (files: number) => {
    const child = spawnScript(`
      const { Readable, Writable } = await import('node:stream')
      const { runCommand } = await import('./src/cli/run.ts')
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      await runCommand(['restore', ${JSON.stringify(archive)}, '--replace'], {
        env: ${JSON.stringify(env)}, stdin: Readable.from([]), stdout: nowhere, stderr: nowhere })`)
    let count = 0
    bucket.beforePut = async () => {
      if (++count === files) child.kill('SIGKILL')
    }
    const [, signal] = await once(child, 'exit')
    bucket.beforePut = undefined
    expect(signal).toBe('SIGKILL')
    // The database notices soon that the connections of the process are gone.
    await expect.poll(() => isBackupRunning(installation.root), { timeout: 10_000 }).toBe(false)
  }

  /** Runs the job, as the server does every hour. */
  const work = async () => {
    const name = 'remove-files-of-killed-restores'
    const handler = multimediaJobs({ storage, uploads: noUploads }).find(({ kind }) => kind.name === name)
    if (!handler) throw new Error('no handler')
    const boss = await openQueues(installation.root, [handler])
    await boss.send(name, {})
    const job = await claimJob(installation.root, name)
    if (!job) throw new Error('no job')
    await runJob(boss, installation.root, handler, job, new AbortController().signal, () => {})
  }

  /** The state of a company that has none of these photos. */
  const forget = async () => {
    await db.remove('multimedia').execute()
    await storage.remove(all)
  }
  const restore = () => command(env, 'restore', archive, '--replace')
  const hasNotes = async () => {
    const { rows } = await sql<{ has: boolean }>`
      select to_regclass('restoring.files') is not null as has`.execute(installation.root)
    return rows[0]?.has
  }
  return { ...source, bucket, storage, env, one, two, all, restoreAndDie, work, forget, restore, hasNotes }
}

describe('a restore that is killed', () => {
  test.each([1, 3])('after %i files leaves none, once the server has run its job', async (files) => {
    const { storage, work, forget, restoreAndDie, place } = await open()
    await forget()
    await restoreAndDie(files)
    expect((await listed(storage)).length).toBeGreaterThanOrEqual(files)
    await work()
    expect(await listed(storage)).toEqual([])
    await place.close()
  })

  test('leaves the files of rows as they were, and none beside them', async () => {
    const { storage, bucket, one, two, all, work, restoreAndDie, place } = await open()
    // The first file is damaged, the second photo is missing: a restore would mend both.
    bucket.objects.set(`crew/${one.keys[0]}`, Buffer.from('damaged'))
    await storage.remove(two.keys)
    await restoreAndDie(2)
    expect(await listed(storage)).toContain(draftOf(one.keys[0] ?? ''))
    await work()
    const left = await listed(storage)
    expect(left).not.toContain(draftOf(one.keys[0] ?? ''))
    expect(all).toEqual(expect.arrayContaining(left))
    expect(bucket.objects.get(`crew/${one.keys[0]}`)?.toString()).toBe('damaged')
    // A file that a row names stays, also if the restore did not add it.
    expect(left).toContain(two.keys[0])
    await place.close()
  })

  test('can be repeated, and then nothing of it is left', async () => {
    const { storage, all, work, forget, restore, restoreAndDie, hasNotes, env, place } = await open()
    await forget()
    await restoreAndDie(2)
    expect(await hasNotes()).toBe(true)
    expect(await restore()).toEqual(restored)
    expect([await listed(storage), await hasNotes()]).toEqual([all, false])
    await work()
    expect(await listed(storage)).toEqual(all)
    expect((await command(env, 'verify')).code).toBe(0)
    await place.close()
  })

  test('is cleared only when no backup and no other restore runs', async () => {
    const { installation, storage, forget, restoreAndDie, place } = await open()
    await forget()
    await restoreAndDie(2)
    const left = await listed(storage)
    await withClient(installation.connection, async (client) => {
      expect(await lockForBackup(client)).toBe(true)
      await removeRestored(installation.root, storage)
      expect(await listed(storage)).toEqual(left)
    })
    await expect.poll(() => isBackupRunning(installation.root)).toBe(false)
    await removeRestored(installation.root, storage)
    expect(await listed(storage)).toEqual([])
    await place.close()
  })
})
