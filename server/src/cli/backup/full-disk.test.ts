import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { withClient } from '../../database/connection/client.ts'
import { openPool, openRoot } from '../../database/connection/open.ts'
import { clusterOf } from '../../database/embedded/cluster.ts'
import { startEmbedded } from '../../database/embedded/embedded.ts'
import { openLiveEvents } from '../../events/live-events.ts'
import { Uploads } from '../../files/uploads.ts'
import { openMail } from '../../mail/send-mail.ts'
import { openDisk } from '../../storage/disk.ts'
import { testSettings } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { command } from '../testing.ts'

const quiet = { log: () => {} }
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Mounts a disk of this many MiB, in memory. */
function mount(folder: string, mib: number): void {
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], { stdio: 'pipe' })
  closing.push(async () => execFileSync('/bin/umount', [folder]))
}

/** Whether this account may mount. Root may, unless it runs in a container that forbids it. */
async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'artel-mount-'))
  try {
    mount(folder, 1)
    await closing.pop()?.()
    return true
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true })
  }
}
const mayMount = await canMount()

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'artel-disk-'))
  await chmod(folder, 0o755)
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Takes all free space of a disk. @returns a function that releases it */
async function fill(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'filler')
  const { bavail, bsize } = await statfs(folder)
  await writeFile(file, Buffer.alloc(bavail * bsize))
  return () => rm(file)
}

/** The app on the embedded database of a folder, and a user who writes content that does not compress. */
async function openInstallation(dataDir: string) {
  const embedded = await startEmbedded(dataDir, quiet)
  closing.push(embedded.stop)
  await command({ DATA_DIR: dataDir }, 'migrate')
  const root = openRoot(openPool(embedded.connection, () => {}))
  const events = openLiveEvents(root, embedded.connection, pino({ level: 'silent' }))
  const [storage, uploads] = [openDisk(join(dataDir, 'media')), new Uploads(dataDir)]
  const texts = { locales: { en: {}, ru: {} }, etag: '""' }
  const app = await buildApp({ root, events, storage, uploads, settings: testSettings, texts })
  closing.push(async () => {
    await app.close()
    await events.close()
    await root.destroy()
  })
  const client = await TestClient.signIn(app, await buildUser(root, await buildCompany(root), 'admin'))
  const written: string[] = []
  const write = async () => {
    const title = randomBytes(10).toString('hex')
    const description = randomBytes(3000).toString('base64').slice(0, 4000)
    const { statusCode } = await client.post('/tasks/create', { title, description })
    if (statusCode === 201) written.push(title)
    return statusCode
  }
  const list = () => client.post('/listing/tasks?limit=1')
  const findWritten = async () => {
    const rows = await root.selectFrom('tasks').select('title').where('title', 'in', written).execute()
    return rows.map(({ title }) => title)
  }
  return { connection: embedded.connection, write, list, written, findWritten }
}

type Opened = Awaited<ReturnType<typeof openInstallation>>

/** Writes until a write is rejected. Every write before it is stored. */
async function writeUntilRefused({ write }: Opened): Promise<void> {
  for (let tries = 0; tries < 5000; tries += 1) {
    const status = await write()
    if (status === 503) return
    expect(status).toBe(201)
  }
  throw new Error('The disk was never full')
}

async function expectRecovered({ write, findWritten, written }: Opened, dataDir: string): Promise<void> {
  await expect.poll(write, { timeout: 30_000 }).toBe(201)
  expect((await findWritten()).sort()).toEqual(written.sort())
  expect(await command({ DATA_DIR: dataDir }, 'verify')).toMatchObject({ code: 0 })
}

// Without the right to mount there is no disk that can be filled without harm to others.
describe.runIf(mayMount)('a full disk (needs the right to mount)', { timeout: 120_000 }, () => {
  test('with the tables rejects writes and answers reads, and recovers by itself', async () => {
    const dataDir = await makeFolder()
    mount(dataDir, 200)
    await chmod(dataDir, 0o755)
    const installation = await openInstallation(dataDir)
    expect(await installation.write()).toBe(201)
    const free = await fill(dataDir)
    await writeUntilRefused(installation)
    for (let times = 0; times < 5; times += 1) {
      expect((await installation.list()).statusCode).toBe(200)
      expect(await installation.write()).toBe(503)
    }
    await free()
    await expectRecovered(installation, dataDir)
  })

  test('with the write-ahead log stops the database, which recovers by itself', async () => {
    const dataDir = await makeFolder()
    await (await startEmbedded(dataDir, quiet)).stop()
    const wal = join(clusterOf(join(dataDir, 'postgres')), 'pg_wal')
    await moveToDisk(wal, 80)
    const installation = await openInstallation(dataDir)
    expect(await installation.write()).toBe(201)
    const free = await fill(wal)
    const superuser = { ...installation.connection, user: 'postgres', password: await readSuperuser(dataDir) }
    // More than all existing WAL files can hold.
    const burst = `select pg_logical_emit_message(true, 'x', repeat('x', 1_000_000)) from generate_series(1, 120)`
    await expect(withClient(superuser, (client) => client.query(burst))).rejects.toThrow()
    await writeUntilRefused(installation)
    expect([200, 503]).toContain((await installation.list()).statusCode)
    await free()
    await expectRecovered(installation, dataDir)
  })

  test('keeps no partial mail, and accepts the whole mail later', async () => {
    const dataDir = await makeFolder()
    const outbox = join(dataDir, 'outbox')
    await mkdir(outbox)
    mount(outbox, 1)
    const free = await fill(outbox)
    const send = openMail({ smtpUrl: undefined, dataDir })
    const { signal } = new AbortController()
    const message = {
      to: 'dasha@artel.test',
      subject: 'Новый пароль',
      text: 'x'.repeat(50_000),
      messageId: '<a@b>',
    }
    await expect(send(message, signal)).rejects.toThrow('ENOSPC')
    expect(execFileSync('ls', [outbox], { encoding: 'utf8' })).toBe('filler\n')
    await free()
    await send(message, signal)
    expect(execFileSync('ls', [outbox], { encoding: 'utf8' })).toMatch(/^\S+\.eml\n$/)
  })
})

const readSuperuser = async (dataDir: string) =>
  (await readFile(join(dataDir, 'postgres/superuser-password'), 'utf8')).trim()

/** Moves a folder of the stopped database to a disk of its own. */
async function moveToDisk(folder: string, mib: number): Promise<void> {
  await rename(folder, `${folder}.moved`)
  await mkdir(folder)
  mount(folder, mib)
  execFileSync('cp', ['-a', `${folder}.moved/.`, folder])
  await rm(`${folder}.moved`, { recursive: true })
}
