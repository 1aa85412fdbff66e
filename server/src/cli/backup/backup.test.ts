import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Draft } from '../../database/db.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { startS3 } from '../../testing/media/s3-simulator.ts'
import { buildCompany, buildTask, buildUser } from '../../testing/rows/build.ts'
import { tarEnd, tarHeader } from '../archive/tar.ts'
import { checkArchive } from '../archive/unpack.ts'
import { listKnown, runWithin } from '../migrations.ts'
import { command, type Installation, openInstallation } from '../testing.ts'

const named = (letter: string) => `${letter.repeat(32)}.jpg`
const mediaFiles = { [named('a')]: 'a photo', [named('b')]: 'kept', [`small_${named('b')}`]: 'a copy' }

let source: Installation
let target: Installation
let archive: string

const everything = async ({ root }: Installation) => {
  const companies = await root.selectFrom('companies').select('id').execute()
  return fingerprint(root, [0, ...companies.map(({ id }) => id)])
}

beforeAll(async () => {
  source = await openInstallation()
  target = await openInstallation()
  archive = join(source.dataDir, 'backup.tar.gz')
  await command(source.env, 'migrate')
  const db = await buildCompany(source.root)
  const user = await buildUser(source.root, db, 'staff')
  const folder = join(source.dataDir, 'media', '1')
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(mediaFiles)) await writeFile(join(folder, name), content)
  // A file without a row is not in an archive.
  await writeFile(join(folder, named('s')), 'stray')
  const sha256Of = (content: string) => createHash('sha256').update(content).digest()
  const rowOf = (letter: string, content: string, variants = {}): Draft<'multimedia'> => ({
    type: 'photo',
    path: 'tasks',
    name: 'a.jpg',
    file: named(letter),
    size: content.length,
    variants,
    sha256: sha256Of(content),
    is_stripped: true,
    created_by: user.id,
    created_at: nowIso(),
  })
  const small = { size: 6, sha256: sha256Of('a copy').toString('hex') }
  await db.insert('multimedia', [rowOf('a', 'a photo'), rowOf('b', 'kept', { small })]).execute()
  const insertTask = () => buildTask(db, user, { title: 'Таб\tи \\ и\nстрока' })
  await Promise.all(Array.from({ length: 200 }, insertTask))
  let isWriting = true
  const writers = Array.from({ length: 4 }, async () => {
    while (isWriting) await insertTask()
  })
  const ended = await command(source.env, 'backup', archive)
  expect(ended).toEqual({ code: 0, text: expect.stringContaining('3 media files') })
  // Rows written after the snapshot are only in the source.
  await insertTask()
  isWriting = false
  await Promise.all(writers)
})

describe('a backup that is taken while the server writes', () => {
  test('is one complete file that only its owner may read', async () => {
    expect(((await stat(archive)).mode & 0o777).toString(8)).toBe('600')
    expect((await readdir(source.dataDir)).filter((name) => name.includes('tar.gz'))).toEqual([
      'backup.tar.gz',
    ])
  })

  test('removes what killed backups have left in its folder, and nothing else', async () => {
    const folder = join(source.dataDir, 'archives')
    await mkdir(folder)
    const { pid: ended } = spawnSync(process.execPath, ['--version'])
    const draft = (host: string, pid: number) => `.artel-backup.${host}.${pid}.0123456789ab`
    const killed = draft(hostname(), ended)
    const kept = [draft(hostname(), process.ppid), draft('elsewhere', ended)]
    const old = draft('elsewhere', 1)
    const others = ['.artel-backup', `.backup.${ended}`, 'old.tar.gz']
    for (const name of [killed, old, ...kept, ...others]) await writeFile(join(folder, name), 'content')
    await utimes(join(folder, old), 1, 1)
    expect((await command(source.env, 'backup', join(folder, 'new.tar.gz'))).code).toBe(0)
    expect((await readdir(folder)).sort()).toEqual([...kept, ...others, 'new.tar.gz'].sort())
  })

  test('removes the drafts of killed backups of earlier versions, and no file of others', async () => {
    const folder = join(source.dataDir, 'older')
    await mkdir(folder)
    const whole = await readFile(archive)
    const cut = whole.subarray(0, whole.length / 2)
    const other = gzipSync(
      Buffer.concat([tarHeader('photos/a.jpg', 1, new Date(0)), Buffer.alloc(512), tarEnd]),
    )
    const draft = '.artel-2026-01-31.tar.gz.4711'
    const files = {
      [draft]: cut,
      // A process of ours may have the number of an old one.
      [`.nightly.${process.pid}`]: cut,
      '.nightly.1': other,
      '.nightly.2': Buffer.from('content'),
      '.nightly.3': Buffer.alloc(0),
      '.nightly.4x': cut,
      'nightly.5': cut,
      '.6': cut,
      // Somebody may name whole archives like this, and may want a damaged one.
      '.nightly.9': whole,
      '.nightly.10': Buffer.concat([whole.subarray(0, -500), Buffer.alloc(400), whole.subarray(-100)]),
    }
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content)
      await utimes(join(folder, name), 1, 1)
    }
    await mkdir(join(folder, '.nightly.7'))
    await writeFile(join(folder, '.nightly.8'), cut)
    expect((await command(source.env, 'backup', join(folder, 'new.tar.gz'))).code).toBe(0)
    const kept = Object.keys(files).slice(2)
    expect((await readdir(folder)).sort()).toEqual([...kept, '.nightly.7', '.nightly.8', 'new.tar.gz'].sort())
  })

  test('replaces no file, also if the file appears while the backup is made', async () => {
    const folder = join(source.dataDir, 'names')
    await mkdir(folder)
    const refusal = (file: string) => ({
      code: 1,
      text: `${file} exists already, and an archive replaces nothing: choose another name\n`,
    })
    const older = await readFile(archive)
    expect(await command(source.env, 'backup', archive)).toEqual(refusal(archive))
    expect((await readFile(archive)).equals(older)).toBe(true)
    const file = join(folder, 'together.tar.gz')
    const drafts = async () => (await readdir(folder)).filter((name) => name.startsWith('.artel-backup'))
    const made = command(source.env, 'backup', file)
    await expect.poll(drafts).toHaveLength(1)
    await writeFile(file, 'another')
    expect(await made).toEqual(refusal(file))
    expect([await readFile(file, 'utf8'), await drafts()]).toEqual(['another', []])
  })

  test('has a draft that the next backup knows, until it is complete', async () => {
    const folder = join(source.dataDir, 'archives')
    const before = new Set(await readdir(folder))
    const made: string[] = []
    const watched = watch(folder, (_, name) => made.push(name ?? ''))
    await command(source.env, 'backup', join(folder, 'newer.tar.gz'))
    await expect.poll(() => made).toContain('newer.tar.gz')
    watched.close()
    const own = `.artel-backup.${hostname()}.${process.pid}.`
    const drafts = made.filter((name) => !before.has(name) && name !== 'newer.tar.gz')
    expect([...new Set(drafts)]).toEqual([expect.stringContaining(own)])
  })

  test('restores rows, sequences and media as of its snapshot', async () => {
    const ended = await command(target.env, 'restore', archive)
    expect(ended).toEqual({ code: 0, text: expect.stringContaining('restored as of') })
    const again = join(target.dataDir, 'again.tar.gz')
    await command(target.env, 'backup', again)
    const [first, second] = [await checkArchive(archive), await checkArchive(again)]
    expect(second).toEqual({ ...first, taken_at: second.taken_at, media: second.media })
    expect(second.media).toMatchObject({ files: 3, bytes: first.media.bytes })
    for (const [name, content] of Object.entries(mediaFiles)) {
      expect(await readFile(join(target.dataDir, 'media', '1', name), 'utf8')).toBe(content)
    }
    const ids = await target.root.selectFrom('tasks').select(['id', 'created_by', 'company_id']).execute()
    const all = await source.root.selectFrom('tasks').select('id').execute()
    expect(ids.length).toBeGreaterThanOrEqual(200)
    expect(ids.length).toBeLessThan(all.length)
    const { code, text } = await command(target.env, 'verify')
    expect([code, text.split('\n').filter((line) => line.startsWith('WRONG'))]).toEqual([0, []])
  })

  test('preserves identity columns, triggers and foreign keys', async () => {
    const db = await buildCompany(target.root)
    const user = await buildUser(target.root, db, 'staff')
    const { max } = await target.root
      .selectFrom('tasks')
      .select(({ fn }) => fn.max('id').as('max'))
      .executeTakeFirstOrThrow()
    expect(await buildTask(db, user)).toBeGreaterThan(max)
    await expect(target.root.deleteFrom('tasks').execute()).rejects.toThrow('not deleted')
    await expect(buildTask(db, { ...user, id: 99_999 })).rejects.toThrow('foreign key')
  })
})

describe('a restore is rejected and changes nothing', () => {
  const refused = async (file: string, reason: string, ...more: string[]) => {
    const before = await everything(target)
    const ended = await command(target.env, 'restore', file, ...more)
    expect(ended).toEqual({ code: 1, text: expect.stringContaining(reason) })
    expect(ended.text.trim().split('\n')).toHaveLength(1)
    expect(await everything(target)).toBe(before)
    expect(await readdir(join(target.dataDir, 'media', '1'))).toHaveLength(3)
    expect(await readdir(join(target.dataDir, 'uploads'))).toEqual([])
  }

  /** The archive with a text replaced by another of equal length. */
  const altered = async (from: string, to: string) => {
    const tar = gunzipSync(await readFile(archive))
    const at = tar.lastIndexOf(from)
    expect(at).toBeGreaterThan(0)
    tar.write(to, at)
    const file = join(source.dataDir, 'altered.tar.gz')
    await writeFile(file, gzipSync(tar))
    return file
  }

  test('if the database has companies', () => refused(archive, 'only --replace'))

  test.each([0.2, 0.6, 0.99])('if the archive is truncated after %s of its size', async (share) => {
    const file = join(source.dataDir, 'cut.tar.gz')
    const whole = await readFile(archive)
    await writeFile(file, whole)
    await truncate(file, Math.floor(whole.length * share))
    await refused(file, 'cut off', '--replace')
  })

  test('if the tar inside the archive is truncated', async () => {
    const file = join(source.dataDir, 'early.tar.gz')
    const tar = gunzipSync(await readFile(archive))
    await writeFile(file, gzipSync(tar.subarray(0, 4096)))
    await refused(file, 'cut off', '--replace')
  })

  test('if a row was altered', async () => {
    await refused(await altered('Подольск', 'Подол12345678'.slice(0, 8)), 'the table warehouses', '--replace')
  })

  test('if the digests are right but a row violates a constraint', async () => {
    const { tables } = await checkArchive(archive)
    const saved = tables.find(({ name }) => name === 'logins')?.sha256 ?? ''
    const tar = gunzipSync(await readFile(archive))
    const from = tar.indexOf('tables/logins/000001') + 512
    const rows = tar.subarray(from, tar.indexOf(0, from))
    rows.write('@ARTEL', rows.indexOf('@artel'))
    tar.write(createHash('sha256').update(rows).digest('hex'), tar.lastIndexOf(saved))
    const file = join(source.dataDir, 'forged.tar.gz')
    await writeFile(file, gzipSync(tar))
    await refused(file, 'violates check constraint', '--replace')
  })

  test('if a media file was altered', async () => {
    await refused(await altered('a photo', 'a phota'), 'the media', '--replace')
  })

  test('if the archive is of a newer version', async () => {
    await refused(await altered('0001_base.sql', '9001_base.sql'), '9001_base.sql', '--replace')
  })

  test('if the archive has a later format', async () => {
    await refused(await altered('"format": 1', '"format": 2'), 'its manifest', '--replace')
  })

  test('if the archive has a path outside the media folder', async () => {
    await refused(await altered('media/1/aaaa', 'media/../aaa'), 'no tar archive', '--replace')
  })

  test.each([
    ['/nowhere.tar.gz', 'ENOENT'],
    [import.meta.filename, 'damaged'],
  ])('if the archive is %s', (file, reason) => refused(file, reason, '--replace'))
})

test('restore --replace replaces all companies, and concurrent readers only wait', async () => {
  let isReading = true
  const readers = Array.from({ length: 4 }, async () => {
    // Not a connection of the server's pool, because its lock timeout is 4 s and a restore may take longer.
    const client = new pg.Client(target.connection)
    await client.connect()
    try {
      while (isReading) {
        // The reverse of the order in which the restore locks the tables.
        for (const one of ['begin', 'select id from users', 'select id from companies', 'commit'])
          await client.query(one)
      }
    } finally {
      await client.end()
    }
  })
  const ended = await command(target.env, 'restore', archive, '--replace')
  isReading = false
  await Promise.all(readers)
  expect(ended).toEqual({ code: 0, text: expect.stringContaining('restored as of') })
  const companies = await target.root.selectFrom('companies').select('id').execute()
  expect(companies).toHaveLength(1)
})

test('a restore migrates an archive of an older version to the newest schema', async () => {
  const older = await openInstallation()
  const [first = ''] = await listKnown()
  const client = new pg.Client(older.connection)
  await client.connect()
  await client.query('create table migrations (name text primary key, applied_at timestamptz default now())')
  await runWithin(client, [first])
  await client.query(`insert into companies (name, created_at) values ('Старая', now())`)
  await client.end()
  const file = join(older.dataDir, 'older.tar.gz')
  expect((await command(older.env, 'backup', file)).code).toBe(0)
  expect((await command(target.env, 'restore', file, '--replace')).code).toBe(0)
  expect(await command(target.env, 'migrate')).toMatchObject({
    text: 'The database is of the newest schema\n',
  })
  expect((await command(target.env, 'company', 'list')).text).toContain('Старая')
})

test('media of a bucket go into the archive, and are restored into a bucket or a folder', async () => {
  const s3 = await startS3()
  try {
    const server = s3.place.endpoint.replace('//', '//the-key:the%2Fsecret@')
    const S3_URL = `${server}/artel-media/crew`
    const file = join(source.dataDir, 'bucket.tar.gz')
    for (const [name, content] of Object.entries(mediaFiles))
      s3.objects.set(`crew/1/${name}`, Buffer.from(content))
    s3.objects.set(`crew/1/${named('s')}`, Buffer.from('stray'))
    const foreign = ['other/b.jpg', `other/1/${named('c')}`, 'crew/notes.txt', `crew/crew/1/${named('c')}`]
    for (const key of foreign) s3.objects.set(key, Buffer.from('not ours'))
    const saved = await command({ ...source.env, S3_URL }, 'backup', file)
    expect(saved).toEqual({ code: 0, text: expect.stringContaining('3 media files') })
    s3.objects.delete(`crew/1/${named('a')}`)
    s3.objects.set(`crew/1/${named('l')}`, Buffer.from('gone with the restore'))
    const ended = await command({ ...target.env, S3_URL }, 'restore', file, '--replace')
    expect(ended).toEqual({ code: 0, text: expect.stringContaining('3 media files') })
    const restored = Object.keys(mediaFiles).map((name) => `crew/1/${name}`)
    expect([...s3.objects.keys()].sort()).toEqual([...restored, ...foreign].sort())
    expect((await command({ ...target.env, S3_URL }, 'verify')).text).toContain(
      'ok     a media file has its row\n',
    )
    expect((await command(target.env, 'restore', file, '--replace')).code).toBe(0)
    expect(await readFile(join(target.dataDir, 'media', '1', named('a')), 'utf8')).toBe('a photo')
    s3.mood = 'refusing'
    const refused = await command({ ...target.env, S3_URL }, 'restore', file, '--replace')
    expect(refused).toEqual({ code: 1, text: expect.stringMatching(/^The storage of files .*\n$/) })
  } finally {
    await s3.close()
  }
})

test('a backup of an empty database is rejected', async () => {
  const empty = await openInstallation()
  const file = join(empty.dataDir, 'empty.tar.gz')
  expect(await command(empty.env, 'backup', file)).toEqual({
    code: 1,
    text: 'The database is empty: there is nothing to back up\n',
  })
  expect((await readdir(empty.dataDir)).filter((name) => name.includes('tar.gz'))).toEqual([])
})
