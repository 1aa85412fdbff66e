import { existsSync } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@artel/contract/tasks/tasks'
import type { CurrentUser } from '@artel/contract/users/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import {
  failToStart,
  freePort,
  removeDataDir,
  runCommand,
  type Server,
  startServer,
  startUnheard,
  startWorker,
} from '../server.ts'

/** Makes a process run this code before its own. */
const withCode = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
})

const isAlive = async (address: string) => {
  const answer = await fetch(`${address}/healthz`).catch(() => null)
  return answer?.status === 200
}

describe('a single server', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeDemoDir()
  })
  afterAll(() => removeDataDir(dataDir))

  test('rejects a second server on its folder or its port, and commands work beside it', async () => {
    const server = await startServer(dataDir)
    const elsewhere = await makeDemoDir()
    const second = await failToStart({ DATA_DIR: dataDir })
    expect([second.code, second.output.trim().split('\n')]).toEqual([
      2,
      [expect.stringMatching(/^Artel already runs on .* \(process \d+\)$/)],
    ])
    const taken = await failToStart({ DATA_DIR: elsewhere, PORT: new URL(server.address).port })
    expect([taken.code, taken.output.trim().split('\n')]).toEqual([
      2,
      [expect.stringContaining('EADDRINUSE')],
    ])
    expect(await runCommand(dataDir, 'company', 'list')).toMatchObject({ code: 0 })
    expect(await isAlive(server.address)).toBe(true)
    expect(await server.end('SIGTERM')).toBe(0)
    await removeDataDir(elsewhere)
  })

  test.each(['close', 'stall'] as const)('keeps running when nobody reads its log (%s)', async (how) => {
    const server = await startServer(dataDir, { LOG_LEVEL: 'info', RATE_LIMIT: '0' })
    const client = new ApiClient(server.address)
    await client.signIn(people.staff.login, password)
    server.silence(how)
    // More lines than the buffer of a pipe holds.
    for (let times = 0; times < 40; times += 1) {
      const calls = Array.from({ length: 20 }, () => client.send('POST', '/listing/tasks?limit=1', {}))
      for (const call of calls) expect((await call).status).toBe(200)
    }
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test.runIf(existsSync('/dev/full'))('keeps running when its log has no disk space', async () => {
    const [full, port] = [await open('/dev/full', 'w'), await freePort()]
    const settings = { DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'info', PORT: String(port) }
    const end = startUnheard(settings, full.fd)
    const address = `http://127.0.0.1:${port}`
    await expect.poll(() => isAlive(address), { timeout: 30_000 }).toBe(true)
    for (let times = 0; times < 50; times += 1) expect(await isAlive(address)).toBe(true)
    expect(await end('SIGTERM')).toBe(0)
    await full.close()
  })

  test.each([
    ['an error in a timer', 'setTimeout(() => { throw new Error("nobody catches this") })'],
    ['a promise that nobody awaits', 'Promise.reject(new Error("nobody catches this"))'],
  ])('logs %s, exits with 1, and can be started again', async (_, code) => {
    const server = await startServer(dataDir, withCode(`process.on("SIGUSR2", () => { ${code} })`))
    expect(await server.end('SIGUSR2')).toBe(1)
    const [line = '{}'] = server
      .output()
      .split('\n')
      .filter((text) => text.includes('nobody catches this'))
    expect(JSON.parse(line)).toMatchObject({ level: 60, err: { message: 'nobody catches this' } })
    const next = await startServer(dataDir)
    expect(await next.end('SIGTERM')).toBe(0)
  })
})

describe('several processes', () => {
  let dataDir: string
  let started: Awaited<ReturnType<typeof startWorker>>
  let worker: Server

  beforeAll(async () => {
    dataDir = await makeDemoDir()
    started = await startWorker(dataDir)
    worker = started.worker
  })
  afterAll(async () => {
    await worker.end('SIGTERM')
    await removeDataDir(dataDir)
  })

  test('with clocks an hour apart count no negative time and accept the same sessions', async () => {
    const ahead = withCode('const now = Date.now; Date.now = () => now() + 3_600_000')
    const servers = [await started.startWeb(undefined, ahead), await started.startWeb()]
    const staff = new ApiClient(servers[0]?.address ?? '')
    await staff.signIn(people.staff.login, password)
    const { user } = await staff.call<{ user: CurrentUser }>('POST', '/auth/init')
    const admin = new ApiClient(servers[1]?.address ?? '')
    await admin.signIn(people.admin.login, password)
    const draft = { title: 'Набор «Часы»', user_id: user.id }
    let { task } = await admin.call<{ task: Task }>('POST', '/tasks/create', draft)
    for (const [turn, step] of ['start', 'pause', 'start', 'pause', 'start', 'finish'].entries()) {
      staff.address = servers[[0, 1, 1, 0, 0, 1][turn] ?? 0]?.address ?? ''
      ;({ task } = await staff.call<{ task: Task }>('POST', `/tasks/${task.id}/${step}`, {}))
    }
    expect(task.status).toBe('done')
    // It is never negative. The segment that the process with the fast clock ended has the length that this
    // clock says.
    expect(task.spent_seconds).toBeGreaterThanOrEqual(0)
    expect(await runCommand(dataDir, 'verify')).toMatchObject({ code: 0 })
    for (const server of servers) await server.end('SIGTERM')
  })

  test('killed after acknowledging an invitation leave it to the next one, which mails it once', async () => {
    const web = await started.startWeb()
    const admin = new ApiClient(web.address)
    await admin.signIn(people.owner.login, password)
    // No process can send the mail before the next start.
    await worker.end('SIGKILL')
    const draft = { first_name: 'Вера', last_name: 'Полякова', email: 'vera-once@artel.demo', type: 'staff' }
    await admin.call('POST', '/users/create', draft)
    await web.end('SIGKILL')
    expect(await mailsTo(draft.email)).toBe(0)
    worker = await started.startAgain()
    await expect.poll(() => mailsTo(draft.email), { timeout: 30_000 }).toBe(1)
    // Three seconds, because the worker polls for jobs every second.
    await sleep(3000)
    expect(await mailsTo(draft.email)).toBe(1)
  })

  async function mailsTo(email: string): Promise<number> {
    const folder = join(dataDir, 'outbox')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return mails.filter((mail) => mail.includes(email)).length
  }
})
