import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Task } from '@artel/contract/tasks/tasks'
import type { CurrentUser } from '@artel/contract/users/users'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'

let dataDir: string
let server: Server
let client: ApiClient

beforeEach(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir)
  client = new ApiClient(server.address)
  await client.signIn(people.staff.login, password)
})

afterEach(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

test('acknowledged writes survive a kill of the server', async () => {
  const started = await startTask()
  await server.end('SIGKILL')
  await startAgain()
  await expectRunning(started)
})

test('acknowledged writes survive a simultaneous kill of the server and the database', async () => {
  const started = await startTask()
  const lock = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
  await server.end('SIGKILL')
  await startAgain()
  await expectRunning(started)
})

test('on SIGTERM the server exits with 0 within 10 s, and sessions stay valid', async () => {
  const startedAt = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  await startAgain()
  expect((await whoAmI()).email).toBe(people.staff.login)
})

/** A task that the admin created and the staff member has started. */
async function startTask(): Promise<Task> {
  const admin = new ApiClient(server.address)
  await admin.signIn(people.admin.login, password)
  const draft = { title: 'Набор «Стойкость»', user_id: (await whoAmI()).id }
  const { task } = await admin.call<{ task: Task }>('POST', '/tasks/create', draft)
  return (await client.call<{ task: Task }>('POST', `/tasks/${task.id}/start`)).task
}

async function startAgain(): Promise<void> {
  server = await startServer(dataDir)
  client.address = server.address
}

async function expectRunning(started: Task): Promise<void> {
  const { task } = await client.call<{ task: Task }>('GET', `/tasks/${started.id}`)
  expect(task.status).toBe('in_progress')
  expect(task.running_since).toBe(started.running_since)
  expect((await whoAmI()).email).toBe(people.staff.login)
}

const whoAmI = async () => (await client.call<{ user: CurrentUser }>('POST', '/auth/init')).user
