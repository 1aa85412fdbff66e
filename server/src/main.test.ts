import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { command, envOf, type Installation, openInstallation } from './cli/testing.ts'
import { withClient } from './database/connection/client.ts'
import { freePort } from './testing/free-port.ts'

const server = join(import.meta.dirname, '..')

const { PATH, NODE_COMPILE_CACHE } = process.env
const inherited = { PATH, NODE_COMPILE_CACHE }

/** Starts the server like a supervisor. @returns its exit code and its output without the log */
async function start(
  env: NodeJS.ProcessEnv,
  who: { uid?: number } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: server,
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...who,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said: out + error }
}

let installation: Installation & { connection: Parameters<typeof envOf>[0] }
let folder: string
let file: string
let closed: string

beforeAll(async () => {
  installation = await openInstallation()
  await command(installation.env, 'migrate')
  folder = await mkdtemp(join(tmpdir(), 'artel-start-'))
  file = join(folder, 'file')
  await writeFile(file, '')
  closed = join(folder, 'closed')
  await chmod(folder, 0o755)
  await mkdir(closed, { mode: 0o555 })
})

describe('a failed start exits with 2 and one line with the reason', () => {
  test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    ['a wrong setting', () => ({ PORT: 'http' }), /The setting PORT is wrong/],
    [
      'production without its address',
      () => ({ NODE_ENV: 'production' }),
      /^APP_URL must be given in production/,
    ],
    ['a worker without the address', () => ({ ROLE: 'worker' }), /^APP_URL must be given to a worker/],
    [
      'a file where the data should be, beside a database',
      () => ({ ...envOf(installation.connection), DATA_DIR: file }),
      /EEXIST|ENOTDIR/,
    ],
    [
      'a database that is not there',
      () => ({ ...envOf(installation.connection), DATABASE_URL: 'postgres://localhost:1/artel' }),
      /^The database does not answer: connect ECONNREFUSED/,
    ],
  ])('%s', async (_, env, reason) => {
    const { code, said } = await start(env())
    expect([code, said.trim().split('\n')]).toEqual([2, [expect.stringMatching(reason)]])
  })

  test('and names a misspelt setting in the log', async () => {
    const env = {
      ...envOf(installation.connection),
      DATABASE_URL: 'postgres://localhost:1/artel',
      LOG_LEVEL: 'warn',
    }
    const { code, said } = await start({ ...env, SMPT_URL: 'smtp://mail.example' })
    expect(code).toBe(2)
    const [line = ''] = said.split('\n').filter((text) => text.startsWith('{'))
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      msg: 'SMPT_URL is no setting of Artel: is SMTP_URL meant?',
    })
  })

  test('a data folder that cannot be written', async () => {
    // Root may write everywhere, so another account is used.
    const who = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const { code, said } = await start({ DATA_DIR: join(closed, 'data') }, who)
    expect([code, said.trim().split('\n')]).toEqual([2, [expect.stringContaining('EACCES')]])
  })

  test('a failed migration or one of a newer version, and the database is unchanged', async () => {
    const query = (statement: string) =>
      withClient(installation.connection, (client) => client.query(statement))
    const env = { ...envOf(installation.connection), DATA_DIR: folder }
    // This migration adds a column, which fails the second time.
    const second = '0047_import_rows.sql'
    const { rows } = await query(`delete from migrations where name >= '${second}' returning name`)
    const failed = await start(env)
    expect([failed.code, failed.said.trim().split('\n')]).toEqual([
      2,
      [expect.stringMatching(`^The migration ${second} failed and was undone: \\S`)],
    ])
    const undone = [...rows.map(({ name }) => name), '9999_later.sql'].map((name) => `('${name}')`)
    await query(`insert into migrations (name) values ${undone.join(', ')}`)
    const newer = await start(env)
    expect([newer.code, newer.said.trim()]).toEqual([2, expect.stringContaining('9999_later.sql')])
    await query(`delete from migrations where name = '9999_later.sql'`)
    // Nothing is left to migrate.
    expect(await command(installation.env, 'migrate')).toMatchObject({
      code: 0,
      text: expect.not.stringMatching(/^migrated /m),
    })
  })
})

test('a worker with a port for those who watch is ready there, measures its jobs, and ends at a signal', async () => {
  const port = await freePort()
  const METRICS_TOKEN = 'a-token-for-the-metrics'
  const settings = {
    ROLE: 'worker',
    APP_URL: 'https://artel.example',
    METRICS_PORT: String(port),
    METRICS_TOKEN,
  }
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: server,
    env: {
      ...inherited,
      ...envOf(installation.connection),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), {
    timeout: 30_000,
    interval: 200,
  })
  await vi.waitFor(
    async () =>
      expect(await (await get('/metrics')).text()).toMatch(
        /^artel_job_seconds_count\{.*outcome="done"\} [1-9]/m,
      ),
    { timeout: 30_000, interval: 500 },
  )
  expect((await get('/api/openapi.json')).status).toBe(404)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 90_000)
