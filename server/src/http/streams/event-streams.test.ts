import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@artel/contract/events'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Announcement } from '../../database/announcement.ts'
import type { Db } from '../../database/db.ts'
import { type TestApp, useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { onOwnDatabase } from '../../testing/installation.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { leastOf } from '../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../testing/turns.ts'
import { patienceMs } from '../../testing/waits.ts'
import { head, openSocket } from '../../testing/wire.ts'

// Two servers on one database, because events of one reach streams of the other. The file has its own
// database, because a test locks a whole table.
const database = onOwnDatabase()
const here = useTestApp({}, undefined, undefined, database)
const there = useTestApp({}, undefined, undefined, database)
let address: string
let db: Db
let people: Record<'staff' | 'colleague' | 'admin', TestUser>
let stranger: TestUser
const opened: AbortController[] = []

beforeAll(async () => {
  address = await there.app.listen({ port: 0, host: '127.0.0.1' })
  db = await buildCompany(here.root)
  people = {
    staff: await buildUser(here.root, db, 'staff'),
    colleague: await buildUser(here.root, db, 'staff'),
    admin: await buildUser(here.root, db, 'admin'),
  }
  stranger = await buildUser(here.root, await buildCompany(here.root), 'owner')
})
afterEach(() => {
  for (const controller of opened.splice(0)) controller.abort()
})

/** A person's stream at the other server: the events so far, and whether it has ended. */
async function listen(user: TestUser, { app }: TestApp = here) {
  return listenAs(await TestClient.signIn(app, user))
}

/** `since`: the position that the browser names, as in a query; `last`: as in a header. */
async function listenAs(client: TestClient, { since, last }: { since?: number; last?: number } = {}) {
  const controller = new AbortController()
  opened.push(controller)
  const headers = {
    cookie: client.cookieHeader(),
    ...(last !== undefined && { 'last-event-id': String(last) }),
  }
  const query = since === undefined ? '' : `?since=${since}`
  const response = await fetch(`${address}/api/events${query}`, { headers, signal: controller.signal })
  const heard: (LiveEvent | 'gap')[] = []
  const positions: number[] = []
  const stream = { client, response, heard, positions, hasEnded: false }
  void read(response, heard, positions).then(
    () => (stream.hasEnded = true),
    () => (stream.hasEnded = true),
  )
  return stream
}

async function read(response: Response, heard: (LiveEvent | 'gap')[], positions: number[]): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const messages = rest.split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      if (message.startsWith('data: ')) heard.push(JSON.parse(message.slice(6)))
      if (message.startsWith('event: gap\n')) heard.push('gap')
      if (message.startsWith('id: ')) positions.push(Number(message.slice(4)))
    }
  }
}

/** Resolves when events of this server reach the stream, because a new server listens after some time only. */
async function waitUntilListening({ client, heard }: Awaited<ReturnType<typeof listen>>): Promise<void> {
  const before = heard.length
  await client.send('PUT', '/user', { nick_name: 'Рысь' })
  await expect.poll(() => heard.length).toBeGreaterThan(before)
}

describe('GET /api/events', () => {
  test('sends each user only the events that they may see, across processes', async () => {
    const [staff, colleague, admin, outsider] = await Promise.all(
      [people.staff, people.colleague, people.admin, stranger].map((user) => listen(user)),
    )
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    const pool = await buildTask(db, people.admin)
    await admin!.client.send('PUT', `/tasks/${id}`, { priority: 'high' })
    await admin!.client.send('PUT', `/tasks/${pool}`, { priority: 'high' })
    const mine = { entity: 'task', id, action: 'update' }
    const everyone = { entity: 'task', id: pool, action: 'update' }
    await expect.poll(() => admin!.heard).toEqual([mine, everyone])
    await expect.poll(() => staff!.heard).toEqual([mine, everyone])
    await expect.poll(() => colleague!.heard).toEqual([everyone])
    expect(outsider!.heard).toEqual([])
  })

  test('sends a personal event to its recipient only, not even to an admin', async () => {
    const [staff, admin] = await Promise.all([people.staff, people.admin].map((user) => listen(user)))
    const draft = { title: 'Свечи', user_id: people.staff.id }
    const { body } = await admin!.client.post('/tasks/create', draft)
    const task = { entity: 'task', id: (body.task as { id: number }).id, action: 'create' }
    const notification = { entity: 'notification', id: expect.any(Number), action: 'create' }
    await expect.poll(() => staff!.heard).toEqual([task, notification])
    expect(admin!.heard).toEqual([task])
  })

  test('sends no event of another company, for any entity', async () => {
    const [staff, admin, outsider] = await Promise.all(
      [people.staff, people.admin, stranger].map((user) => listen(user)),
    )
    const { client } = outsider!
    const done = [
      await client.post('/tasks/create', { title: 'Свечи' }),
      await client.post('/tasks/create_many', { tasks: [{ title: 'Мыло' }] }),
      await client.post('/warehouses/create', { name: 'Тула' }),
      await client.post('/legal_entities/create', { name: 'ИП', type: 'entrepreneur', inn: '500100732259' }),
      await client.post('/views/create', {
        screen: 'tasks',
        name: 'Все',
        state: { filters: {} },
        is_shared: true,
      }),
      await client.post('/users/create', {
        first_name: 'Вера',
        last_name: 'Полякова',
        email: `vera-${process.pid}@artel.test`,
      }),
      await client.send('PUT', '/user', { nick_name: 'Рысь' }),
      await client.send('PUT', '/company', { name: 'Соседи' }),
      await client.post('/company/working_schedule', { before_workday_end: 5 }),
      await client.send('PUT', '/settings', {
        parent: 'company',
        settings: { tasks: { require_review: true } },
      }),
    ]
    expect(done.filter(({ statusCode }) => statusCode >= 400)).toEqual([])
    const heard = new Set(['task', 'warehouse', 'legal_entity', 'view', 'user', 'company'])
    const entities = () => outsider!.heard.map((event) => (event === 'gap' ? event : event.entity))
    await expect.poll(() => new Set(entities())).toEqual(heard)
    // A later event has arrived, so all earlier events have arrived.
    const { body } = await admin!.client.post('/tasks/create', { title: 'Плед' })
    const own = { entity: 'task', id: (body.task as { id: number }).id, action: 'create' }
    await expect.poll(() => [staff!.heard, admin!.heard]).toEqual([[own], [own]])
  })

  test('sends staff no event of an entity that only admins may see', async () => {
    const [staff, admin] = await Promise.all([people.staff, people.admin].map((user) => listen(user)))
    const firm = { name: 'ООО', type: 'company', inn: '7707083893' }
    const { body } = await admin!.client.post('/legal_entities/create', firm)
    const { id } = body.legal_entity as { id: number }
    await admin!.client.send('PUT', `/legal_entities/${id}`, { phone: '1' })
    const { id: task } = (await admin!.client.post('/tasks/create', { title: 'Плед' })).body.task as {
      id: number
    }
    const last = { entity: 'task', id: task, action: 'create' }
    await expect.poll(() => admin!.heard.length).toBe(3)
    await expect.poll(() => staff!.heard).toEqual([last])
  })

  test('sends no event of a refused call', async () => {
    const admin = await listen(people.admin)
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    await admin.client.send('PUT', `/tasks/${id}`, { title: '' })
    await admin.client.post(`/tasks/${id}/approve`)
    const after = await admin.client.post('/tasks/create', { title: 'Свечи' })
    const { id: created } = after.body.task as { id: number }
    await expect.poll(() => admin.heard).toEqual([{ entity: 'task', id: created, action: 'create' }])
  })

  test('is refused until the user changes a password that another person has set', async () => {
    const user = await buildUser(here.root, db, 'staff', { force_change_password: true })
    const { response } = await listen(user)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      403,
      'application/json; charset=utf-8',
    ])
  })

  test('is refused to guests', async () => {
    const answer = await fetch(`${address}/api/events`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
  })

  test('has the headers that every answer has', async () => {
    const { response } = await listen(people.staff)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('ends within seconds after its session has ended for any reason', async () => {
    const endings: [string, (client: TestClient, user: TestUser) => Promise<unknown>][] = [
      ['signing out', (client) => client.post('/auth/logout')],
      ['archived', (_, { id }) => db.update('users', { status: 'archived' }).where('id', '=', id).execute()],
      ['another type', (_, { id }) => db.update('users', { type: 'admin' }).where('id', '=', id).execute()],
      [
        'all sessions ended, as by a new password',
        (_, { id }) => here.root.deleteFrom('sessions').where('user_id', '=', id).execute(),
      ],
      [
        'company switched off',
        (_, { companyId }) =>
          here.root.updateTable('companies').set({ is_active: false }).where('id', '=', companyId).execute(),
      ],
    ]
    const streams = endings.map(async ([name, act]) => {
      const own = name === 'company switched off' ? await buildCompany(here.root) : db
      const user = await buildUser(here.root, own, 'staff')
      const stream = await listen(user)
      await act(stream.client, user)
      return { name, stream }
    })
    const opened = await Promise.all(streams)
    const open = () => opened.filter(({ stream }) => !stream.hasEnded).map(({ name }) => name)
    // All streams are checked every 4 s.
    await expect.poll(open, { timeout: 8000 }).toEqual([])
  })

  test('is limited to twenty per user, and a closed stream makes room for another', async () => {
    const [many, other] = [await buildUser(here.root, db, 'staff'), await buildUser(here.root, db, 'staff')]
    const client = await TestClient.signIn(here.app, many)
    const open = async (who: TestClient) => {
      const controller = new AbortController()
      opened.push(controller)
      const headers = { cookie: who.cookieHeader() }
      const response = await fetch(`${address}/api/events`, { headers, signal: controller.signal })
      return { response, leave: () => controller.abort() }
    }
    const streams = []
    for (let count = 0; count < 20; count++) streams.push(await open(client))
    expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]))
    const { response } = await open(client)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await response.json()).toMatchObject({ code: 'too_many_requests' })
    expect((await open(await TestClient.signIn(here.app, other))).response.status).toBe(200)
    for (const { leave } of streams) leave()
    await expect.poll(async () => (await open(client)).response.status).toBe(200)
  })

  test('does not count towards the twenty if the client left while its session was read', async () => {
    const client = await TestClient.signIn(there.app, await buildUser(here.root, db, 'staff'))
    const leavers = Array.from({ length: 20 }, () => openSocket(Number(new URL(address).port)))
    await here.root.transaction().execute(async (holder) => {
      await sql`lock table sessions in access exclusive mode`.execute(holder)
      for (const socket of leavers) socket.write(head('GET /api/events', `cookie: ${client.cookieHeader()}`))
      // After this pause all requests wait for the table, on a slow machine too.
      await sleep(1000)
      await Promise.all(leavers.map((socket) => once(socket.resetAndDestroy(), 'close')))
      await sleep(200)
    })
    const controller = new AbortController()
    opened.push(controller)
    const headers = { cookie: client.cookieHeader() }
    const response = await fetch(`${address}/api/events`, { headers, signal: controller.signal })
    expect(response.status).toBe(200)
  })

  test('is cut off if its reader leaves too much data unread', async () => {
    const client = await TestClient.signIn(there.app, await buildUser(here.root, db, 'staff'))
    const [, port] = /:(\d+)$/.exec(address) ?? []
    const socket = openSocket(Number(port)).pause()
    const accepted = once(there.app.server, 'connection')
    socket.write(head('GET /api/events', `cookie: ${client.cookieHeader()}`))
    const [connection]: Socket[] = await accepted
    await expect.poll(() => connection?.bytesWritten).toBeGreaterThan(0)
    // More data than the system buffers for a reader.
    const event = { entity: 'task', id: 1, action: 'update' } as const
    const announcement = { companyId: db.companyId, event, audience: 'everyone' } as const
    const flood = Array.from({ length: 3000 }, () => announcement)
    let most = 0
    const looking = setInterval(() => (most = Math.max(most, connection?.writableLength ?? 0)), 1)
    for (let round = 0; round < 60 && !connection?.destroyed; round++) {
      here.events.publish(flood)
      await sleep(100)
    }
    clearInterval(looking)
    expect([connection?.destroyed, most < 70_000]).toEqual([true, true])
    socket.destroy()
  })

  test('sends 300 events to 200 clients without blocking the event loop for 50 ms', async () => {
    const port = Number(new URL(address).port)
    const [sockets, told]: [Socket[], string[]] = [[], []]
    for (let person = 0; person < 10; person++) {
      const client = await TestClient.signIn(there.app, await buildUser(here.root, db, 'staff'))
      for (let screen = 0; screen < 20; screen++) {
        const socket = openSocket(port)
        socket.write(head('GET /api/events', `cookie: ${client.cookieHeader()}`))
        await once(socket, 'data')
        const place = sockets.push(socket) - 1
        socket.on('data', (chunk: Buffer) => (told[place] = (told[place] ?? '') + chunk.toString()))
      }
    }
    const ids = Array.from({ length: 300 }, (_, index) => index + 1)
    const changes = ids.map((id): Announcement => {
      return {
        companyId: db.companyId,
        event: { entity: 'task', id, action: 'update' },
        audience: 'everyone',
      }
    })
    const last = JSON.stringify(changes.at(-1)?.event)
    const hasAll = () => told.filter((text) => text.includes(last)).length
    const tellAll = async () => {
      told.fill('')
      here.events.publish(changes)
      await expect.poll(hasAll, { timeout: patienceMs }).toBe(sockets.length)
    }
    const longest = await leastOf(50, () => longestTurnMs(tellAll))
    const heard = told.map((text) =>
      [...text.matchAll(/"entity":"task","id":(\d+)/g)].map(([, id]) => Number(id)),
    )
    expect(new Set(heard.map((one) => one.join()))).toEqual(new Set([ids.join()]))
    expect(longest).toBeLessThan(50)
    for (const socket of sockets) socket.destroy()
  })

  test('begins with the events since the page was read, and only those this user may see', async () => {
    const own = await buildCompany(here.root)
    const [admin, one, other] = [
      await buildUser(here.root, own, 'owner'),
      await buildUser(here.root, own, 'staff'),
      await buildUser(here.root, own, 'staff'),
    ]
    const listener = await listen(admin)
    await waitUntilListening(listener)
    // The clocks of two hosts may differ by a second, and so much is sent from before.
    await sleep(1100)
    const readAt = Date.now()
    const before = listener.heard.length
    const id = await buildTask(own, admin, { user_id: one.id })
    await listener.client.send('PUT', `/tasks/${id}`, { priority: 'high' })
    await expect.poll(() => listener.heard.length).toBe(before + 1)
    const [ownStream, otherStream] = [await listen(one), await listen(other)]
    await ownStream.client.send('PUT', '/user', { nick_name: 'Рысь' })
    await expect.poll(() => otherStream.heard.length).toBe(1)
    const [user] = otherStream.heard
    const task = { entity: 'task', id, action: 'update' }
    const reopened = [
      await listenAs(ownStream.client, { since: readAt }),
      await listenAs(ownStream.client, { since: readAt - 86_400_000, last: readAt }),
      await listenAs(otherStream.client, { since: readAt }),
    ]
    await expect.poll(() => reopened.map(({ heard }) => heard)).toEqual([[task, user], [task, user], [user]])
    // The position of the last event leads to it again, and to nothing that is missing.
    const [position = 0] = otherStream.positions
    expect(position).toBeGreaterThan(readAt)
    const later = await listenAs(otherStream.client, { last: position + 1001 })
    const words = await listenAs(ownStream.client, { since: Number.NaN })
    await listener.client.post('/tasks/create', { title: 'Плед' })
    await expect.poll(() => [later.heard.length, words.heard.length]).toEqual([1, 1])
  })

  test('reports a gap if the missed events are unknown or too many', async () => {
    const own = await buildCompany(here.root)
    const admin = await buildUser(here.root, own, 'owner')
    const stream = await listen(admin)
    await waitUntilListening(stream)
    const old = await listenAs(stream.client, { since: Date.now() - 86_400_000 })
    await expect.poll(() => old.heard).toEqual(['gap'])
    // For more than 200 events, reading everything again costs less than sending them.
    const event = { entity: 'task', id: 1, action: 'update' } as const
    const since = Date.now()
    here.events.publish(
      Array.from({ length: 201 }, () => ({ companyId: own.companyId, event, audience: 'everyone' as const })),
    )
    await expect.poll(() => old.heard.length).toBe(202)
    const many = await listenAs(stream.client, { since })
    await expect.poll(() => many.heard).toEqual(['gap'])
    const told = stream.heard.length
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'artel-live' and datname = current_database()
    `.execute(here.root)
    await expect.poll(() => stream.heard.slice(told), { timeout: patienceMs }).toEqual(['gap'])
  })

  test('ends at once when an admin archives its user', async () => {
    const leaver = await buildUser(here.root, db, 'staff')
    const [stream, admin] = await Promise.all([leaver, people.admin].map((user) => listen(user)))
    await admin!.client.send('PUT', `/users/${leaver.id}/status`, { status: 'archived' })
    // Sooner than the check of all streams, which runs every 4 s.
    await expect.poll(() => stream!.hasEnded, { timeout: 1500 }).toBe(true)
    expect(admin!.hasEnded).toBe(false)
  })
})
