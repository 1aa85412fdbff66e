import { once } from 'node:events'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '../database/db.ts'
import { useTestApp } from '../testing/app.ts'
import { TestClient } from '../testing/client.ts'
import { buildCompany, buildTask, buildUser, type TestUser } from '../testing/rows/build.ts'

const test_ = useTestApp()

async function company() {
  const db = await buildCompany(test_.root)
  const admin = await buildUser(test_.root, db, 'admin', { first_name: 'Марина', last_name: 'Зотова' })
  const staff = await buildUser(test_.root, db, 'staff')
  return { db, admin, staff }
}

const manyTasks = (db: Db, creator: TestUser, count: number, description = '') =>
  db.query(sql`insert into tasks (company_id, title, description, requires_review, created_by, priced_by, created_at)
    select ${db.companyId}, 'Набор «Уют» ' || n, ${description}, false, ${creator.id}, ${creator.id}, now() from generate_series(1, ${count}::int) n`)

/** Parses files without quotes inside quotes, which is enough here. */
const csvRows = (text: string, delimiter: string) =>
  text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(delimiter))

const sheetOf = async (payload: Buffer) => (await readXlsx(new Uint8Array(payload))).sheets[0]!.rows // it has one

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a list as a file', () => {
  test('is a workbook of all rows, in the language of the user, in rubles and local time', async () => {
    const { db, admin, staff } = await company()
    await buildTask(db, admin, {
      title: 'Набор «Уют»',
      money: 184_250,
      coins: 12,
      user_id: staff.id,
      spent_seconds: 13_927,
      created_at: '2026-11-20T22:30:05.000Z',
    })
    await manyTasks(db, admin, 30)
    vi.useFakeTimers({ now: new Date('2026-11-20T21:30:00Z'), toFake: ['Date'] })
    const client = await TestClient.signIn(test_.app, admin)
    const { raw } = await client.post('/listing/tasks?format=xlsx&limit=1&page=7&sort_by=id&direction=asc')
    expect(raw.statusCode).toBe(200)
    expect(raw.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      // In the company's timezone the next day has begun already.
      'content-disposition': `attachment; filename="Tasks 2026-11-21.xlsx"; filename*=UTF-8''${encodeURIComponent('Задачи 2026-11-21.xlsx')}`,
      'cache-control': 'private, no-store',
    })
    const [header = [], first = [], ...rest] = await sheetOf(raw.rawPayload)
    expect(rest).toHaveLength(30)
    const cells = Object.fromEntries(header.map((title, index) => [title, first[index]]))
    expect(cells).toMatchObject({
      Задача: 'Набор «Уют»',
      Статус: 'Открыта',
      Исполнитель: 'Дарья Климова',
      'Кто создал': 'Марина Зотова',
      'Оплата, ₽': 1842.5,
      Монеты: 12,
      'С проверкой': 'нет',
      Создана: new Date('2026-11-21T01:30:05Z'),
    })
    expect(cells.Время).toEqual(new Date(Date.UTC(1899, 11, 31) + 13_927_000))
  })

  test.each([
    [
      'ru',
      ';',
      { 'Оплата, ₽': '1842,50', Создана: '21.11.2026 01:30:05', Время: '3:52:07', Статус: 'Открыта' },
    ],
    ['en', ',', { Task: 'Cups', Created: '2026-11-21 01:30:05', Time: '3:52:07', Status: 'Open' }],
  ])('is csv in the format that spreadsheets in %s expect', async (language, delimiter, expected) => {
    const { db, admin } = await company()
    await db
      .update('users', { language: language as 'ru' })
      .where('id', '=', admin.id)
      .execute() // one of the two languages
    const created_at = '2026-11-20T22:30:05.000Z'
    await buildTask(db, admin, { title: 'Cups', money: 184_250, spent_seconds: 13_927, created_at })
    const client = await TestClient.signIn(test_.app, admin)
    const { raw } = await client.post('/listing/tasks?format=csv')
    expect(raw.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(raw.body.startsWith('\uFEFF')).toBe(true)
    const [header = [], row = []] = csvRows(raw.body.replace('"Pay, ₽"', 'Pay'), delimiter)
    expect(Object.fromEntries(header.map((title, index) => [title, row[index]]))).toMatchObject(expected)
  })

  test.each(['=1+1', '+7', '-2', '@SUM(A1)', '\uFF1D1'])(
    'writes the text %s so that it does not run as a formula',
    async (title) => {
      const { db, admin } = await company()
      await buildTask(db, admin, { title })
      const client = await TestClient.signIn(test_.app, admin)
      const csv = await client.post('/listing/tasks?format=csv')
      expect(csvRows(csv.raw.body, ';')[1]?.[1]).toBe(`'${title}`)
      const xlsx = await client.post('/listing/tasks?format=xlsx')
      expect((await sheetOf(xlsx.raw.rawPayload))[1]?.[1]).toBe(title)
    },
  )

  test('uses the filters and the order of the list', async () => {
    const { db, admin } = await company()
    for (const title of ['Вазы', 'Ёлки', 'Арки']) await buildTask(db, admin, { title, priority: 'high' })
    await buildTask(db, admin, { title: 'Банки' })
    const client = await TestClient.signIn(test_.app, admin)
    const path = '/listing/tasks?format=csv&sort_by=title&direction=asc'
    const { raw } = await client.post(path, { priority: 'high' })
    expect(csvRows(raw.body, ';').map(([, title]) => title)).toEqual(['Задача', 'Арки', 'Вазы', 'Ёлки'])
  })

  test('without rows has only a header', async () => {
    const { admin } = await company()
    const client = await TestClient.signIn(test_.app, admin)
    const { raw } = await client.post('/listing/tasks?format=csv')
    expect(csvRows(raw.body, ';')).toHaveLength(1)
  })

  test('is refused with an unknown format, an invalid filter or a missing task', async () => {
    const { admin } = await company()
    const client = await TestClient.signIn(test_.app, admin)
    const wrong = await client.post('/listing/tasks?format=pdf')
    expect([wrong.statusCode, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['format']])
    expect((await client.post('/listing/tasks?format=csv', { status: 'gone' })).statusCode).toBe(422)
    expect((await client.post('/listing/times/999999999?format=csv')).statusCode).toBe(404)
    // A call that is no list ignores the format.
    expect((await client.post('/auth/init?format=csv')).raw.headers['content-type']).toMatch(
      'application/json',
    )
  })

  test('is refused to guests and without a valid CSRF token', async () => {
    const guest = await TestClient.guest(test_.app)
    expect((await guest.post('/listing/tasks?format=csv')).statusCode).toBe(401)
    const { admin } = await company()
    const client = await TestClient.signIn(test_.app, admin)
    const headers = { 'x-xsrf-token': 'none' }
    expect((await client.send('POST', '/listing/tasks?format=csv', {}, { headers })).statusCode).toBe(419)
  })

  test('gives staff only their own tasks and the pool, and the public data of users', async () => {
    const { db, admin, staff } = await company()
    const begun = { started_at: '2026-11-20T06:00:00.000Z' }
    await buildTask(db, admin, { title: 'Своя', user_id: staff.id, status: 'paused', ...begun })
    await buildTask(db, admin, { title: 'Чужая', user_id: admin.id, status: 'paused', ...begun })
    await buildTask(db, admin, { title: 'Общая' })
    const client = await TestClient.signIn(test_.app, staff)
    const tasks = await client.post('/listing/tasks?format=csv')
    expect(csvRows(tasks.raw.body, ';').map(([, title]) => title)).toEqual(['Задача', 'Общая', 'Своя'])
    const people = await client.post('/users?format=csv')
    expect(csvRows(people.raw.body, ';')[0]).toEqual(['№', 'Имя', 'Фамилия', 'Прозвище', 'Состояние'])
    expect(people.raw.body).not.toContain('@')
  })
})

describe('readers of files', () => {
  beforeAll(async () => void (await test_.app.listen({ port: 0, host: '127.0.0.1' })))

  /** 22 MB: more than all buffers between server and reader hold. */
  const ofBuffers = { rows: 2500, words: 400 }
  /** As many bytes, of which a workbook also takes a while to write. */
  const ofRows = { rows: 20_000, words: 50 }
  /** 80 MB: more than the server writes ahead of a reader. */
  const ofSpool = { rows: 9000, words: 400 }

  async function listening({ rows, words } = ofBuffers) {
    const { db, admin } = await company()
    await manyTasks(db, admin, rows, 'подробности '.repeat(words))
    return { db, ...(await asking(await TestClient.signIn(test_.app, admin))) }
  }

  async function asking(client: TestClient) {
    const { port } = test_.app.addresses()[0] as AddressInfo // it listens since beforeAll
    const ask = (format: 'csv' | 'xlsx') => {
      const socket = createConnection({ port, host: '127.0.0.1' })
      const headers = { host: 'artel', cookie: client.cookieHeader(), ...client.csrfHeader() }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      const start = `POST /api/listing/tasks?format=${format} HTTP/1.1`
      socket.write([start, ...lines, 'connection: close', 'content-length: 0', '', ''].join('\r\n'))
      return socket
    }
    return { client, ask }
  }

  const reading = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like 'fetch % from reading'
        and state in ('active', 'idle in transaction')`.execute(test_.root)
    return rows.map(({ pid }) => pid)
  }
  const untilReading = (count: number) =>
    vi.waitFor(async () => expect(await reading()).toHaveLength(count), { timeout: 15_000 })

  const readAll = async (socket: Socket) => {
    let bytes = ''
    for await (const chunk of socket.setEncoding('latin1')) bytes += chunk
    return bytes
  }

  /** Removes the chunk sizes first, because they can be anywhere in the text. */
  const countTasks = (bytes: string) =>
    Buffer.from(bytes.replace(/\r\n[0-9a-f]+\r\n/g, ''), 'latin1')
      .toString()
      .match(/Набор «Уют»/g)?.length

  afterEach(() => untilReading(0))

  test('who read nothing keep no query open, and still get the whole file later', async () => {
    const { ask } = await listening()
    const socket = ask('csv')
    await once(socket, 'readable')
    await untilReading(0)
    const text = await readAll(socket)
    expect(countTasks(text)).toBe(ofBuffers.rows)
    expect(text.endsWith('\r\n0\r\n\r\n')).toBe(true)
  })

  test('keep the query open if the file exceeds what the server writes ahead', async () => {
    const { ask } = await listening(ofSpool)
    const socket = ask('csv')
    await once(socket, 'readable')
    await sleep(5000)
    expect(await reading()).toHaveLength(1)
    const text = await readAll(socket)
    expect(countTasks(text)).toBe(ofSpool.rows)
  })

  test.each(['csv', 'xlsx'] as const)('of %s who disconnect end the query', async (format) => {
    const { ask } = await listening(ofRows)
    const socket = ask(format)
    await once(socket, 'readable')
    expect(await reading()).toHaveLength(1)
    socket.destroy()
    await untilReading(0)
  })

  test('can detect that a file was cut off, and the server continues', async () => {
    const { client, ask } = await listening(ofSpool)
    const socket = ask('csv')
    await once(socket, 'readable')
    const [pid] = await reading()
    await sql`select pg_terminate_backend(${pid})`.execute(test_.root)
    const text = await readAll(socket).catch(() => '')
    expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false)
    expect((await client.post('/listing/tasks')).statusCode).toBe(200)
  })

  describe('who lose their rights during a download', () => {
    /**
     * Opens two downloads that are not read at first. The first reader then loses their rights. @returns
     * whether each was complete
     */
    async function loseMidway(
      size: typeof ofSpool,
      lose: (reader: TestClient, id: number) => Promise<unknown>,
    ) {
      const { db, ask: askAsColleague } = await listening(size)
      const user = await buildUser(test_.root, db, 'admin')
      const reader = await TestClient.signIn(test_.app, user)
      const { ask } = await asking(reader)
      const sockets = [ask('csv'), askAsColleague('csv')]
      await Promise.all(sockets.map((socket) => once(socket, 'readable')))
      await lose(reader, user.id)
      // Longer than it takes to cut off a reader without rights.
      await sleep(6000)
      const texts = await Promise.all(sockets.map((socket) => readAll(socket).catch(() => '')))
      return texts.map((text) => text.endsWith('\r\n0\r\n\r\n'))
    }

    test('are cut off from a file that is still being written', async () => {
      const whole = await loseMidway(ofSpool, async (_, id) => {
        expect(await reading()).toHaveLength(2)
        await sql`update users set status = 'archived' where id = ${id}`.execute(test_.root)
      })
      expect(whole).toEqual([false, true])
    })

    test('are cut off from a file that is written but not sent yet', async () => {
      const whole = await loseMidway(ofBuffers, async (reader) => {
        await untilReading(0)
        expect((await reader.post('/auth/logout')).statusCode).toBe(200)
      })
      expect(whole).toEqual([false, true])
    })
  })

  test('of one company leave slots to all others, however few or slow they are', async () => {
    const { db, client, ask } = await listening()
    const colleague = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'staff'))
    const { ask: askAsColleague } = await asking(colleague)
    const { admin } = await company()
    const stranger = await TestClient.signIn(test_.app, admin)
    // Stops the clock of idle readers until all slots of the company are taken.
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    // Each of two people opens two files and then two more, which is a person's limit. None of the eight is
    // read.
    const sockets: Socket[] = []
    for (const _ of [1, 2]) {
      for (const ask_ of [ask, askAsColleague]) {
        const own = [ask_('csv'), ask_('csv')]
        sockets.push(...own)
        await Promise.all(own.map((socket) => once(socket, 'readable')))
        expect((await stranger.post('/users?format=csv')).statusCode).toBe(200)
        await untilReading(0)
      }
    }
    const refused = await client.post('/users?format=csv')
    expect([refused.statusCode, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.raw.headers['retry-after']).toBe('10')
    expect((await stranger.post('/users?format=csv')).statusCode).toBe(200)
    // A third person of the company is refused until one of the eight readers has been idle for 10 s.
    const third = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    expect((await third.post('/users?format=csv')).statusCode).toBe(429)
    now += 10_001
    expect((await third.post('/users?format=csv')).statusCode).toBe(200)
    const texts = await Promise.all(sockets.map((socket) => readAll(socket).catch(() => '')))
    const whole = texts.map((text) => text.endsWith('\r\n0\r\n\r\n'))
    expect(whole.filter((isWhole) => !isWhole)).toHaveLength(1)
  })
})
