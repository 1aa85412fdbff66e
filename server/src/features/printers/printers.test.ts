import type { UserType } from '@artel/contract/access'
import { maxLabelsADay, maxOwnWaitingPrints, maxWaitingPrints } from '@artel/contract/printers/printers.line'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, fieldsOf, type TestClient } from '../../testing/client.ts'
import type { TestUser } from '../../testing/rows/build.ts'
import { buildPrint, namePrinter } from '../../testing/rows/printers.ts'
import { buildBox, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Record<UserType, TestClient>
let supply: number
let boxes: number[]
let printer: string

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  printer = namePrinter(db)
  supply = await buildSupply(db, { number: 'WB-7' })
  boxes = [await buildBox(db, supply, { number: 2 }), await buildBox(db, supply, { number: 1 })]
})

const ask = (body: object = {}, who: UserType = 'staff') =>
  as[who].post('/prints/create', { supply_id: supply, printer, ...body })
const printOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.body.print as { id: number }
const boxesOf = async (id: number) =>
  (await db.from('prints').select('box_ids').where('id', '=', id).executeTakeFirstOrThrow()).box_ids
const ended = { status: 'printed', sent: 1, done: 1, ended_at: nowIso() } as const

describe('printing', () => {
  test('queues the labels of all boxes by number, of one box, or of some', async () => {
    const all = await ask()
    expect(all.statusCode).toBe(201)
    expect(all.body.print).toMatchObject({
      printer,
      supply_id: supply,
      supply_number: 'WB-7',
      size: '58x40',
      status: 'waiting',
      reason: null,
      count: 2,
      done: 0,
      box_number: null,
      user: { id: people.staff.id },
      can: { again: false, rest: false, cancel: true },
    })
    expect(await boxesOf(printOf(all).id)).toEqual(boxes.toReversed())
    const one = await ask({ box_ids: [boxes[0]], size: '75x120' })
    expect(one.body.print).toMatchObject({ count: 1, box_number: 2, size: '75x120' })
    const some = await ask({ box_ids: boxes })
    expect(await boxesOf(printOf(some).id)).toEqual(boxes.toReversed())
  })

  test('prints once under one Idempotency-Key', async () => {
    const send = () =>
      as.staff.send(
        'POST',
        '/prints/create',
        { supply_id: supply, printer },
        {
          headers: { 'idempotency-key': 'box-1' },
        },
      )
    const answers = await Promise.all([send(), send()])
    expect(new Set(answers.map((answer) => printOf(answer).id)).size).toBe(1)
    const rows = await db.from('prints').select('id').where('supply_id', '=', supply).execute()
    expect(rows).toHaveLength(1)
  })

  test('refuses an unknown printer and one of another company', async () => {
    expect(fieldsOf(await ask({ printer: 'Линия 9' }))).toEqual([422, 'printer'])
    const stranger = await buildTeam(test_)
    const elsewhere = await buildSupply(stranger.db)
    await buildBox(stranger.db, elsewhere)
    const answer = await stranger.as.staff.post('/prints/create', { supply_id: elsewhere, printer })
    expect(fieldsOf(answer)).toEqual([422, 'printer'])
    const { body } = await stranger.as.owner.get('/printers')
    expect(body.printers).toEqual([])
  })

  test('refuses boxes of other supplies, deleted boxes, boxes named twice and supplies without boxes', async () => {
    const elsewhere = await buildBox(db, await buildSupply(db))
    expect(fieldsOf(await ask({ box_ids: [boxes[0], elsewhere] }))).toEqual([422, 'box_ids'])
    expect(fieldsOf(await ask({ box_ids: [boxes[0], boxes[0]] }))).toEqual([422, 'box_ids'])
    await db.update('supply_boxes', { deleted_at: nowIso() }).where('supply_id', '=', supply).execute()
    expect(fieldsOf(await ask({ box_ids: [boxes[0]] }))).toEqual([422, 'box_ids'])
    expect(codeOf(await ask())).toEqual([409, 'empty'])
  })

  test('refuses deleted supplies and unknown sizes', async () => {
    expect(fieldsOf(await ask({ size: '100x150' }))).toEqual([422, 'size'])
    const by = { deleted_at: nowIso(), deleted_by: people.admin.id }
    await db.update('supplies', by).where('id', '=', supply).execute()
    expect(codeOf(await ask())).toEqual([404, 'not_found'])
    expect(codeOf(await ask({}, 'owner'))).toEqual([404, 'not_found'])
  })

  const queue = (user: TestUser, count: number) =>
    db.query(sql`insert into prints (company_id, supply_id, printer, size, language, box_ids, user_id, created_at)
      select ${db.companyId}, ${supply}, ${printer}, '58x40', 'ru', ${boxes}::int8[], ${user.id}, now()
      from generate_series(1, ${count}::integer)`)

  test('refuses more prints than may wait for a printer', async () => {
    await queue(people.admin, maxOwnWaitingPrints)
    await queue(people.owner, maxWaitingPrints - maxOwnWaitingPrints)
    expect(fieldsOf(await ask())).toEqual([422, 'printer'])
  })

  test('one person leaves room in the queue of a printer to others', async () => {
    await queue(people.staff, maxOwnWaitingPrints)
    expect(fieldsOf(await ask())).toEqual([422, 'printer'])
    expect((await ask({}, 'admin')).statusCode).toBe(201)
  })

  test('concurrent prints do not exceed these limits together', async () => {
    await queue(people.staff, maxOwnWaitingPrints - 1)
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask()))
    expect(asked.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  })
})

describe('the labels of a day', () => {
  const most = 20_000
  /** Ended prints of these numbers of labels. */
  const use = (counts: readonly number[], created_at = nowIso()) =>
    db.query(sql`insert into prints (company_id, supply_id, printer, size, language, status, ended_at, box_ids, user_id,
        created_at)
      select ${db.companyId}, ${supply}, ${printer}, '58x40', 'ru', 'cancelled', now(),
        array(select generate_series(1, labels)), ${people.staff.id}, ${created_at}
      from unnest(${[...counts]}::integer[]) as labels`)
  const many = (count: number) => Array<number>(count).fill(most)

  test('are limited for each person, who is not blocked for longer', async () => {
    await use(many(maxLabelsADay / most), new Date(Date.now() - 25 * 3_600_000).toISOString())
    expect((await ask()).statusCode).toBe(201)
    await use(many(maxLabelsADay / most - 1))
    expect((await ask()).statusCode).toBe(201)
    await use(many(1))
    expect(fieldsOf(await ask())).toEqual([422, 'printer'])
    expect((await ask({}, 'admin')).statusCode).toBe(201)
  })

  test('are not exceeded by concurrent prints', async () => {
    await use([...many(maxLabelsADay / most - 1), most - boxes.length])
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask()))
    expect(asked.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  })
})

test('lists printers with what waits for them, and prints with their filters and as a file', async () => {
  await ask()
  await buildPrint(db, people.admin, { ...ended, supply_id: supply, box_ids: boxes.slice(0, 1) })
  const { body } = await as.staff.get('/printers')
  expect(body.printers).toEqual([{ name: printer, waiting: 1, printing: 0, reason: null }])
  const list = async (filters: object) =>
    ((await as.staff.post('/prints', filters)).body.prints as { status: string }[]).map(
      ({ status }) => status,
    )
  expect(await list({ supply_id: supply })).toEqual(['printed', 'waiting'])
  expect(await list({ status: 'waiting' })).toEqual(['waiting'])
  expect(await list({ user_id: people.admin.id })).toEqual(['printed'])
  expect(await list({ supply_id: supply + 1 })).toEqual([])
  const file = await as.staff.send('POST', '/prints?format=csv', {})
  expect(file.raw.body).toContain('Линия 1')
})

test('staff see no prints of deleted supplies', async () => {
  await ask()
  const by = { deleted_at: nowIso(), deleted_by: people.admin.id }
  await db.update('supplies', by).where('id', '=', supply).execute()
  expect((await as.staff.post('/prints')).body.prints).toEqual([])
  expect((await as.admin.post('/prints')).body.prints).toHaveLength(1)
})

describe('printing again', () => {
  const again = (id: number, body: object = {}) => as.staff.post(`/prints/${id}/again`, body)

  test('repeats an ended print, or only what is left of it', async () => {
    const id = await buildPrint(db, people.admin, {
      supply_id: supply,
      box_ids: boxes,
      status: 'unknown',
      reason: 'cut_off',
      sent: 2,
      done: 1,
      ended_at: nowIso(),
    })
    const whole = await again(id)
    expect(whole.statusCode).toBe(201)
    expect(await boxesOf(printOf(whole).id)).toEqual(boxes.toReversed())
    const rest = await again(id, { rest: true })
    expect(await boxesOf(printOf(rest).id)).toEqual(boxes.slice(1))
  })

  test('refuses a print that still waits, a rest where nothing is left, and an unknown printer', async () => {
    const { id } = printOf(await ask())
    expect(codeOf(await again(id))).toEqual([409, 'wrong_state'])
    const done = await buildPrint(db, people.admin, ended)
    expect(codeOf(await again(done, { rest: true }))).toEqual([409, 'wrong_state'])
    expect(fieldsOf(await again(done, { printer: 'Линия 9' }))).toEqual([422, 'printer'])
  })
})

test('cancels a print that waits, once, and no print that has ended', async () => {
  const { id } = printOf(await ask())
  await db.update('prints', { reason: 'no_paper', blocked_at: nowIso() }).where('id', '=', id).execute()
  for (const _ of [1, 2]) {
    const { body } = await as.staff.send('PUT', `/prints/${id}/cancel`)
    expect(body.print).toMatchObject({
      status: 'cancelled',
      reason: null,
      can: { again: true, cancel: false },
    })
  }
  const done = await buildPrint(db, people.admin, ended)
  expect(codeOf(await as.staff.send('PUT', `/prints/${done}/cancel`))).toEqual([409, 'wrong_state'])
})
