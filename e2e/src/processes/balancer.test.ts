import type { Task } from '@artel/contract/tasks/tasks'
import type { CurrentUser } from '@artel/contract/users/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startWorker } from '../server.ts'
import { type Balancer, openBalancer } from '../services/balancer.ts'

let dataDir: string
let worker: Server
let startWeb: () => Promise<Server>
let servers: Server[]
let balancer: Balancer
let admin: ApiClient
let staff: ApiClient

beforeAll(async () => {
  dataDir = await makeDemoDir()
  ;({ worker, startWeb } = await startWorker(dataDir))
  servers = await Promise.all([startWeb(), startWeb()])
  balancer = await openBalancer()
  balancer.serve(webAddresses())
  admin = new ApiClient(balancer.address)
  staff = new ApiClient(balancer.address)
  await admin.signIn(people.admin.login, password)
  await staff.signIn(people.staff.login, password)
})

afterAll(async () => {
  balancer.close()
  for (const server of [...servers, worker]) await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

const webAddresses = () => servers.map(({ address }) => address)

test('two processes serve the same person consistently', async () => {
  const { user } = await staff.call<{ user: CurrentUser }>('POST', '/auth/init')
  const draft = { title: 'Набор «Два процесса»', user_id: user.id, requires_review: true }
  const { task } = await admin.call<{ task: Task }>('POST', '/tasks/create', draft)
  // The process that answers a step is not the one that answered the step before.
  for (const [step, status] of [
    ['start', 'in_progress'],
    ['pause', 'paused'],
    ['start', 'in_progress'],
    ['finish', 'review'],
  ] as const) {
    const { task: moved } = await staff.call<{ task: Task }>('POST', `/tasks/${task.id}/${step}`, {})
    const { task: seen } = await admin.call<{ task: Task }>('GET', `/tasks/${task.id}`)
    expect([moved.status, seen.status, seen.version]).toEqual([status, status, moved.version])
  }
})

test('a change in one process is sent to the event streams of both', async () => {
  const { user } = await staff.call<{ user: CurrentUser }>('POST', '/auth/init')
  const streams = await Promise.all(webAddresses().map((address) => admin.listen(address)))
  const { task } = await admin.call<{ task: Task }>('POST', '/tasks/create', {
    title: 'Набор «Слышно»',
    user_id: user.id,
  })
  for (const stream of streams) expect(await stream.next(`"id":${task.id}`)).toContain('"entity":"task"')
  for (const stream of streams) stream.close()
})

test('wrong passwords count in both processes, and a logout ends the session in both', async () => {
  const guest = new ApiClient(balancer.address)
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(guest.signIn('nobody@artel.demo', 'wrong')).rejects.toThrow('422')
  }
  for (const address of webAddresses()) {
    guest.address = address
    await expect(guest.signIn('nobody@artel.demo', 'wrong')).rejects.toThrow('429')
  }
  const person = new ApiClient(balancer.address)
  await person.signIn(people.staff.login, password)
  await person.call('POST', '/auth/logout')
  for (const address of webAddresses()) {
    person.address = address
    await expect(person.call('GET', '/user/sessions')).rejects.toThrow('401')
  }
})

test('no call fails while both processes are restarted in turn under load', async () => {
  const { task } = await admin.call<{ task: Task }>('POST', '/tasks/create', { title: 'Набор «Смена»' })
  const failures: string[] = []
  let [calls, isLoading] = [0, true]
  const load = Array.from({ length: 16 }, async (_, worker) => {
    while (isLoading) {
      const work =
        worker % 4 === 0
          ? admin.call('POST', `/tasks/${task.id}/comments`, { text: `${worker}` })
          : staff.call('POST', '/listing/tasks', {})
      await work.catch((error) => failures.push(`${error} ${error.cause ?? ''}`))
      calls += 1
    }
  })
  for (const at of [0, 1]) {
    balancer.serve(webAddresses())
    const before = calls
    await until(() => calls > before + 200)
    expect(await servers[at]?.end('SIGTERM')).toBe(0)
    const ended = calls
    await until(() => calls > ended + 200)
    servers[at] = await startWeb()
  }
  isLoading = false
  await Promise.all(load)
  expect(failures).toEqual([])
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}
