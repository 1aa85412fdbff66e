import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LimitError } from '../../errors/errors.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { head, openSocket } from '../../testing/wire.ts'
import { UntakenAnswers } from './untaken-answers.ts'

const mebibyte = 1_048_576
const answer = () => Object.assign(new EventEmitter(), { destroy: vi.fn() }) as unknown as ServerResponse
const person = (companyId: number, userId = 1) => ({ companyId, userId })

afterEach(() => void vi.useRealTimers())

describe('long answers that are not read', () => {
  test('are limited to 32 MiB for a user, 96 MiB for a company and 256 MiB in all', () => {
    const untaken = new UntakenAnswers()
    const hold = (owner: ReturnType<typeof person>, count: number) => {
      for (let held = 0; held < count; held++) untaken.hold(owner, 8 * mebibyte, answer(), true)
    }
    hold(person(1), 4)
    expect(() => hold(person(1), 1)).toThrow(LimitError)
    hold(person(1, 2), 4)
    hold(person(1, 3), 4)
    expect(() => hold(person(1, 4), 1)).toThrow(LimitError)
    for (const user of [1, 2, 3]) hold(person(2, user), 4)
    for (const user of [1, 2]) hold(person(3, user), 4)
    expect(() => hold(person(4), 1)).toThrow(LimitError)
  })

  test('of all guests are limited to 96 MiB, so that signed-in users keep their room', () => {
    const untaken = new UntakenAnswers()
    const hold = (address: string) =>
      untaken.hold({ companyId: 'guests', userId: address }, 8 * mebibyte, answer(), true)
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
    for (const address of addresses) for (let held = 0; held < 4; held++) hold(address)
    expect(() => hold('192.0.2.4')).toThrow(LimitError)
    untaken.hold(person(1), 8 * mebibyte, answer(), true)
  })

  test('of guests at one address are limited to 32 MiB', () => {
    const untaken = new UntakenAnswers()
    const hold = (address: string) =>
      untaken.hold({ companyId: 'guests', userId: address }, 8 * mebibyte, answer(), true)
    for (let held = 0; held < 4; held++) hold('192.0.2.1')
    expect(() => hold('192.0.2.1')).toThrow(LimitError)
    hold('192.0.2.2')
  })

  test('are counted until they are sent or their connection ends', () => {
    const untaken = new UntakenAnswers()
    for (const event of ['finish', 'close']) {
      const response = answer()
      untaken.hold(person(1), 30 * mebibyte, response, true)
      expect(() => untaken.hold(person(1), 30 * mebibyte, answer(), true)).toThrow(LimitError)
      response.emit(event)
    }
    untaken.hold(person(1), 30 * mebibyte, answer(), true)
  })

  test('are not limited if there is only one', () => {
    new UntakenAnswers().hold(person(1), 300 * mebibyte, answer(), true)
  })

  test('are cut off for new ones after ten seconds, the oldest first and no more than needed', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const untaken = new UntakenAnswers()
    const [first, second, newest] = [answer(), answer(), answer()]
    untaken.hold(person(1), 16 * mebibyte, first, true)
    untaken.hold(person(1), 16 * mebibyte, second, true)
    vi.advanceTimersByTime(10_001)
    untaken.hold(person(1), 10 * mebibyte, newest, true)
    expect(first.destroy).toHaveBeenCalled()
    expect(second.destroy).not.toHaveBeenCalled()
  })

  test('are cut off at once for the answer of a call that has changed something', () => {
    const untaken = new UntakenAnswers()
    const first = answer()
    untaken.hold(person(1), 30 * mebibyte, first, true)
    untaken.hold(person(1), 30 * mebibyte, answer(), false)
    expect(first.destroy).toHaveBeenCalled()
  })
})

const test_ = useTestApp()

let port: number

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
})

/** Sends a request and reads only the first chunk of the answer. @returns its first line, up to the status */
async function askAndStop(...bytes: string[]): Promise<string> {
  const socket = openSocket(port)
  for (const part of bytes) socket.write(part)
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => {
      socket.pause()
      resolve(chunk.toString('latin1').slice(0, 12))
    })
  })
}

test('refuses further long answers only to a user who reads none of them', async () => {
  const { db, as } = await buildTeam(test_)
  const body = `<p>${'Ж'.repeat(3000)}</p>`
  const made = await as.admin.post('/instructions/create', { title: 'Долгая', body, is_published: true })
  const { id } = made.body.instruction as { id: number }
  // Updates the rows directly, because a call would clean each body. A trigger stores the text of each
  // revision.
  for (let revision = 2; revision <= 60; revision++)
    await db
      .update('instructions', { revision, body: 'Ж'.repeat(90_000) })
      .where('id', '=', id)
      .execute()
  const query = '{}'
  const ask = () =>
    askAndStop(
      head(
        `POST /api/listing/revisions/${id}?limit=100`,
        `cookie: ${as.admin.cookieHeader()}`,
        `x-xsrf-token: ${as.admin.csrfHeader()['x-xsrf-token']}`,
        'content-type: application/json',
        `content-length: ${query.length}`,
      ),
      query,
    )
  const answers: string[] = []
  for (let count = 0; count < 6; count++) answers.push(await ask())
  expect(answers.slice(0, 2)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(answers.slice(4)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 429'])
  expect((await as.owner.post(`/listing/revisions/${id}?limit=100`, {})).statusCode).toBe(200)
})

test('refuses further published texts to a guest who reads none of them', async () => {
  const { db, as } = await buildTeam(test_)
  const body = JSON.stringify({ text: 'Ж'.repeat(4_000_000) })
  const hash = createHash('sha256').update(body).digest('hex')
  await db.insert('localization_files', { hash, body }).execute()
  const url = `/storage/texts/${hash}.json`
  const answers: string[] = []
  for (let count = 0; count < 6; count++) answers.push(await askAndStop(head(`GET ${url}`)))
  expect(answers.slice(0, 4)).toEqual(Array(4).fill('HTTP/1.1 200'))
  expect(answers.slice(4)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 429'])
  const { statusCode } = await test_.app.inject({ url, headers: { cookie: as.owner.cookieHeader() } })
  expect(statusCode).toBe(200)
})
