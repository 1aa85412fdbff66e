import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, codeOf } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { workJobs } from '../../testing/outbox.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildPush } from '../../testing/rows/pushes.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countTold } from '../notifications/notifications.ts'

const test_ = useLoneTestApp()
let { db, people, as } = {} as Team // filled before each test

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const message = { title: 'Отгрузка завтра', body: 'Машина придёт в 9:00' }
const send = (fields: object, client = as.admin) =>
  client.post('/company/pushes/send', { ...message, audience: { all: true }, ...fields })
const shown = ({ body }: Answer) => body.push as { id: number }
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('the daily limit of recipients', () => {
  test('refuses a push beyond it and accepts one to fewer people', async () => {
    await countTold(test_.root, db.companyId, 'push', 29_998)
    const refused = await send({})
    expect(codeOf(refused)).toEqual([429, 'too_many_pushes'])
    expect(refused.body.message).toContain('24 часа')
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(86_000)
    const later = shown(await send({ send_at: inAnHour() }))
    expect(codeOf(await as.admin.send('PUT', `/pushes/${later.id}`, { send_at: null }))).toEqual([
      429,
      'too_many_pushes',
    ])
    expect(await newsOf(as.staff)).toEqual([])
    expect(shown(await send({ audience: { types: ['staff'] } }))).toMatchObject({ counts: { targets: 1 } })
    const others = await buildTeam(test_)
    expect((await send({}, others.as.admin)).statusCode).toBe(201)
  })

  test('fails a scheduled push beyond it at its start, and nobody is notified', async () => {
    const id = await buildPush(db, people.admin, { send_at: '2026-01-01T06:00:00.000Z' })
    await countTold(test_.root, db.companyId, 'push', 30_000)
    await workJobs(test_.root, ['look-after-pushes'])
    expect(shown(await as.admin.get(`/pushes/${id}`))).toMatchObject({
      status: 'failed',
      counts: { targets: 0 },
    })
    expect(await newsOf(as.staff)).toEqual([])
  })
})
