import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { declared } from '../../testing/access/world.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { head, openSocket, readAnswer } from '../../testing/wire.ts'

const test_ = useTestApp()
let port: number

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
})

const writing = Object.entries(declared).filter(
  ([, { method, access, effect }]) => method !== 'GET' && effect !== 'read' && access !== 'anyone',
)

test('refuses a call whose body arrives after its sender was archived', { timeout: 60_000 }, async () => {
  const { people, as } = await buildTeam(test_)
  const { admin } = as
  const signedIn = [`cookie: ${admin.cookieHeader()}`, `x-xsrf-token: ${admin.csrfHeader()['x-xsrf-token']}`]
  const body = JSON.stringify({ title: 'x' })
  let arrived = 0
  test_.app.server.on('request', () => (arrived += 1))
  const open = writing.map(([name, { method, path }]) => {
    const url = `/api${path.replace(/:\w+/g, '7')}`
    const length = `content-length: ${Buffer.byteLength(body)}`
    const socket = openSocket(port)
    socket.write(
      head(`${method} ${url}`, ...signedIn, 'content-type: application/json', length, 'connection: close'),
    )
    socket.write(body.slice(0, 3))
    return { name, socket, answer: readAnswer(socket) }
  })
  await expect.poll(() => arrived, { timeout: 20_000 }).toBe(open.length)
  // Longer than a session that was read may be used.
  await sleep(1500)
  const archived = await as.owner.post('/users/bulk', { ids: [people.admin.id], action: 'archive' })
  expect(archived.body).toMatchObject({ changed: 1 })
  for (const { socket } of open) socket.write(body.slice(3))
  const answers = await Promise.all(open.map(async ({ name, answer }) => `${name} ${(await answer).status}`))
  // Calls that only owners may make were refused before their bodies were read.
  const carriedOut = answers.filter((answer) => !/ (401|403)$/.test(answer))
  expect(carriedOut).toEqual([])
  expect(answers.filter((answer) => answer.endsWith(' 401')).length).toBeGreaterThan(60)
})
