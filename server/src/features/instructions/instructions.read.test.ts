import type {
  Instruction,
  InstructionReader,
  InstructionRevision,
} from '@artel/contract/instructions/instructions'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { workOnly } from '../../testing/outbox.ts'
import { buildProduct, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { buildInstruction, buildRead } from '../../testing/rows/instructions.ts'
import { newsOf } from '../../testing/rows/news.ts'
import { buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { countAnswers, times } from '../../testing/together.ts'
import { countTold } from '../notifications/notifications.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']
let product_id: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  product_id = await buildProduct(db)
})

const build = (fields: Parameters<typeof buildInstruction>[2] = {}) =>
  buildInstruction(db, people.admin, { product_ids: [product_id], ...fields })
const read = (id: number, body: object = {}, client: TestClient = as.staff) =>
  client.post(`/instructions/${id}/read`, body)
const update = (id: number, body: object) => as.admin.send('PUT', `/instructions/${id}`, body)
const get = async (id: number, client: TestClient = as.admin) =>
  (await client.get(`/instructions/${id}`)).body.instruction as Instruction
const readers = async (id: number, filters: object = {}, query = '?sort_by=full_name&direction=asc') =>
  (await as.admin.post(`/listing/readers/${id}${query}`, filters)).body.readers as InstructionReader[]

/** Sends a request that is refused, and checks that it leaves no trace. */
const refused = (send: () => Promise<Answer>): Promise<Answer> =>
  leavingNoTrace(test_.root, [db.companyId], send)

test('an instruction has 1,000 revisions at most, and small changes afterwards', async () => {
  const id = await build()
  const raise = `update instructions set revision = revision + 1 where company_id = ${db.companyId} and id = ${id}`
  await db.query(sql.raw(`do $$ begin for step in 2..999 loop ${raise}; end loop; end $$`))
  expect((await update(id, { raise_revision: true })).statusCode).toBe(200)
  const answer = await refused(() => update(id, { title: 'Иначе', raise_revision: true }))
  expect(fieldsOf(answer)).toEqual([422, 'raise_revision'])
  expect((await update(id, { title: 'Иначе' })).statusCode).toBe(200)
  expect(await get(id)).toMatchObject({ title: 'Иначе', revision: 1000 })
})

describe('a confirmation', () => {
  test('is for the revision that was read, and stays after a small change', async () => {
    const id = await build()
    expect(await get(id, as.staff)).toMatchObject({ is_read: false, can: { read: true } })
    const answer = await read(id, { revision: 1 })
    expect(answer.body.instruction).toMatchObject({
      is_read: true,
      read_by: [{ user: { id: people.staff.id } }],
      can: { read: false },
    })
    await update(id, { body: '<p>Втрое.</p>' })
    expect(await get(id, as.staff)).toMatchObject({ revision: 1, is_read: true })
    expect(await get(id)).toMatchObject({
      readers: { read: 1, of: 1 },
      read_by: [{ user: { id: people.staff.id } }],
    })
    await update(id, { body: '<p>Вчетверо</p>', raise_revision: true })
    expect(await get(id, as.staff)).toMatchObject({
      revision: 2,
      is_read: false,
      read_by: [],
      can: { read: true },
    })
    expect(await get(id)).toMatchObject({ readers: { read: 0, of: 1 } })
    // Run the queued jobs first, because one that runs during the refused request would leave a trace.
    await workOnly(test_.root, ['tell-instruction'])
    const late = await refused(() => read(id, { revision: 1 }))
    expect([...codeOf(late), (late.body.current as Instruction).revision]).toEqual([409, 'stale', 2])
    await read(id, { revision: 2 })
    // Earlier confirmations are kept.
    const reads = await db.from('instruction_reads').select('revision').orderBy('revision').execute()
    expect(reads).toEqual([{ revision: 1 }, { revision: 2 }])
  })

  test('that is sent ten times concurrently is stored once', async () => {
    const id = await build()
    expect(countAnswers(await times(10, () => read(id)))).toEqual({ 200: 10 })
    expect(await db.from('instruction_reads').select('revision').execute()).toHaveLength(1)
  })

  test('concurrent with a new revision is for the read revision, or rejected as stale', async () => {
    const id = await build()
    const [answers] = await Promise.all([
      times(5, () => read(id, { revision: 1 })),
      update(id, { raise_revision: true }),
    ])
    const counts = countAnswers(answers)
    expect((counts[200] ?? 0) + (counts['409 stale'] ?? 0)).toBe(5)
    const reads = await db.from('instruction_reads').select('revision').execute()
    expect(reads).toEqual(counts[200] ? [{ revision: 1 }] : [])
  })

  test('is accepted for any published instruction, required or not', async () => {
    const guest = await TestClient.guest(test_.app)
    const free = await build({ requires_ack: false })
    const draft = await build({ is_published: false, published_at: null })
    expect((await read(free)).statusCode).toBe(200)
    expect(codeOf(await refused(() => read(draft)))).toEqual([404, 'not_found'])
    expect(codeOf(await refused(() => read(draft, {}, as.admin)))).toEqual([409, 'wrong_state'])
    expect(fieldsOf(await refused(() => read(free, { revision: 0 })))).toEqual([422, 'revision'])
    expect((await refused(() => read(free, {}, guest))).statusCode).toBe(401)
  })

  test('of an admin is not counted among the readers', async () => {
    const id = await build()
    expect((await read(id, {}, as.admin)).body.instruction).toMatchObject({ is_read: true })
    expect(await get(id)).toMatchObject({
      readers: { read: 0, of: 1 },
      read_by: [{ user: { id: people.admin.id } }],
    })
    expect(await get(id, as.staff)).toMatchObject({ read_by: [] })
  })
})

describe('a revision', () => {
  test('does not rise before publication, nor twice for the same request', async () => {
    const id = await build({ is_published: false, published_at: null })
    await update(id, { body: '<p>Вдвое</p>', raise_revision: true })
    expect(await get(id)).toMatchObject({ revision: 1, version: 2 })
    await update(id, { is_published: true })
    const { version } = await get(id)
    const big = { body: '<p>Вчетверо</p>', raise_revision: true, version }
    await update(id, big)
    expect((await update(id, big)).statusCode).toBe(200)
    expect(await get(id)).toMatchObject({ revision: 2, version: version + 1 })
    // Raising the revision alone is a change.
    await update(id, { raise_revision: true })
    expect(await get(id)).toMatchObject({ revision: 3, version: version + 2 })
  })
})

test('the text of each revision is kept, with the number of its confirmations', async () => {
  const id = await build({ title: 'Лента', body: '<p>Раз</p>', is_published: false, published_at: null })
  const revisions = async () =>
    (await as.admin.post(`/listing/revisions/${id}?sort_by=revision&direction=asc`)).body
      .revisions as InstructionRevision[]
  await update(id, { body: '<p>Один раз</p>', raise_revision: true })
  expect(await revisions()).toEqual([])
  await update(id, { is_published: true })
  await read(id)
  await update(id, { body: '<p>Один раз.</p>' })
  await as.owner.send('PUT', `/instructions/${id}`, { body: '<p>Два раза</p>', raise_revision: true })
  await update(id, { is_published: false })
  await update(id, { is_published: true })
  expect(await revisions()).toMatchObject([
    { revision: 1, title: 'Лента', body: '<p>Один раз</p>', user: { id: people.admin.id }, reads: 1 },
    { revision: 2, title: 'Лента', body: '<p>Два раза</p>', user: { id: people.owner.id }, reads: 0 },
  ])
  const { raw } = await as.admin.post(`/listing/revisions/${id}?format=csv`)
  expect(raw.body).toContain('Один раз')
})

describe('the list of readers', () => {
  let others: TestUser[]

  beforeEach(async () => {
    const named = (last_name: string, more = {}) =>
      buildUser(test_.root, db, 'staff', { first_name: 'Яна', last_name, ...more })
    others = [await named('Белова'), await named('Алиева'), await named('Вольная', { status: 'archived' })]
  })

  test('shows admins the active staff, and is filtered, searched and sorted', async () => {
    const id = await build()
    for (const user of [...others.slice(1), people.admin]) await buildRead(db, user, id)
    expect(await get(id)).toMatchObject({ readers: { read: 1, of: 3 } })
    expect((await readers(id)).map(({ user, read_at }) => [user.full_name, read_at !== null])).toEqual([
      ['Дарья Климова', false],
      ['Яна Алиева', true],
      ['Яна Белова', false],
    ])
    expect((await readers(id, { read: true })).map((row) => row.id)).toEqual([others[1]?.id])
    expect((await readers(id, { read: false }, '?sort_by=id&direction=asc')).map((row) => row.id)).toEqual([
      people.staff.id,
      others[0]?.id,
    ])
    expect((await readers(id, { search: 'белова' })).map((row) => row.id)).toEqual([others[0]?.id])
    expect((await readers(id, {}, '?sort_by=read_at&direction=desc'))[0]?.id).toBe(others[1]?.id)
    const { raw } = await as.admin.post(`/listing/readers/${id}?format=csv`)
    expect(raw.body).toContain('Яна Белова')
    await update(id, { raise_revision: true })
    expect(await readers(id, { read: true })).toEqual([])
  })

  test('is divided into pages', async () => {
    const id = await build()
    const { body } = await as.admin.post(
      `/listing/readers/${id}?limit=2&page=2&sort_by=full_name&direction=asc`,
    )
    expect(body).toMatchObject({
      readers: [{ user: { full_name: 'Яна Белова' } }],
      pagination: { total: 3, pages: 2 },
    })
  })
})

describe('notifications', () => {
  const worked = () => workOnly(test_.root, ['tell-instruction'])

  test('are sent once a confirmation is required, and again for a new revision', async () => {
    const colleague = await buildUser(test_.root, db, 'staff')
    const other = await TestClient.signIn(test_.app, colleague)
    const { body } = await as.admin.post('/instructions/create', { title: 'Пожар', requires_ack: true })
    const { id } = body.instruction as Instruction
    await worked()
    expect(await newsOf(as.staff)).toEqual([])
    await update(id, { is_published: true })
    await worked()
    expect(await newsOf(as.staff)).toMatchObject([
      { kind: 'instruction_to_read', title: 'Прочитайте: Пожар', url: `/instructions/item/${id}` },
    ])
    expect(await newsOf(as.admin)).toEqual([])
    expect(await newsOf(as.owner)).toEqual([])
    await read(id)
    await update(id, { title: 'Пожар и дым' })
    await worked()
    const titlesOf = async (client: TestClient) => (await newsOf(client)).map(({ title }) => title)
    expect([await titlesOf(as.staff), await titlesOf(other)]).toEqual([
      ['Прочитайте: Пожар'],
      ['Прочитайте: Пожар'],
    ])
    // Publishing it again notifies those who have not confirmed it, and replaces unread notifications.
    await update(id, { is_published: false })
    await update(id, { is_published: true })
    await worked()
    expect([await titlesOf(as.staff), await titlesOf(other)]).toEqual([
      ['Прочитайте: Пожар'],
      ['Прочитайте: Пожар и дым'],
    ])
    await update(id, { raise_revision: true })
    await worked()
    expect((await newsOf(as.staff))[0]).toMatchObject({
      title: 'Прочитайте: Пожар и дым',
      body: expect.stringContaining('изменилась'),
    })
  })

  test('stop at the daily limit of the company; the instruction is still listed as unread', async () => {
    await countTold(test_.root, db.companyId, 'instruction_to_read', 30_000)
    const id = await build({ is_published: false, requires_ack: true })
    await update(id, { is_published: true })
    await worked()
    expect(await newsOf(as.staff)).toEqual([])
    expect((await readers(id, { read: false })).map((row) => row.id)).toContain(people.staff.id)
  })

  test('are not sent for an instruction that was unpublished or confirmed meanwhile', async () => {
    const id = await build({ requires_ack: false })
    await update(id, { requires_ack: true })
    await read(id)
    await worked()
    expect(await newsOf(as.staff)).toEqual([])
    await update(id, { raise_revision: true })
    await update(id, { is_published: false })
    await worked()
    expect(await newsOf(as.staff)).toEqual([])
  })
})

describe('starting a task of a product', () => {
  const start = (id: number, client: TestClient = as.staff) => client.post(`/tasks/${id}/start`)
  const task = (fields = {}) =>
    buildTask(db, people.admin, { product_id, user_id: people.staff.id, ...fields })

  test('requires staff to confirm its instructions, in the order of the catalogue', async () => {
    const [first, second] = [await build({ title: 'Лента' }), await build({ title: 'Вкладыш' })]
    const id = await task()
    for (const [instruction, title] of [
      [first, 'Лента'],
      [second, 'Вкладыш'],
    ] as const) {
      const answer = await refused(() => start(id))
      expect(codeOf(answer)).toEqual([409, 'instruction_unread'])
      expect(answer.body.instruction_id).toBe(instruction)
      expect(answer.body.message).toContain(`«${title}»`)
      await read(instruction)
    }
    expect((await start(id)).statusCode).toBe(200)
  })

  test('requires confirmation in the pool too, but not of a running task', async () => {
    const instruction = await build()
    const [pool, running] = [await task({ user_id: null }), await task()]
    expect(codeOf(await refused(() => start(pool)))).toEqual([409, 'instruction_unread'])
    await read(instruction)
    expect((await start(running)).statusCode).toBe(200)
    await update(instruction, { raise_revision: true })
    expect((await start(running)).statusCode).toBe(200)
    expect((await as.staff.post(`/tasks/${running}/pause`)).statusCode).toBe(200)
    expect(codeOf(await refused(() => start(running)))).toEqual([409, 'instruction_unread'])
    // A refused start does not pause the running task.
    await read(instruction)
    await start(running)
    await update(instruction, { raise_revision: true })
    expect(codeOf(await refused(() => start(pool)))).toEqual([409, 'instruction_unread'])
  })

  test.each([
    ['a draft', { is_published: false, published_at: null }],
    ['one that asks for nothing', { requires_ack: false }],
    ['one of another product', { product_ids: [] }],
  ])('is not blocked by %s', async (_, fields) => {
    await build(fields)
    expect((await start(await task())).statusCode).toBe(200)
  })

  test('requires no confirmation by admins, or without a product', async () => {
    await build()
    expect((await start(await task(), as.admin)).statusCode).toBe(200)
    expect((await start(await task({ user_id: people.admin.id }), as.admin)).statusCode).toBe(200)
    expect((await start(await task({ product_id: null }))).statusCode).toBe(200)
  })
})

describe('the instructions of a product', () => {
  test('are shown with it, its tasks and its packing if published, unread ones first', async () => {
    await build({ title: 'Фото', requires_ack: false })
    const waiting = await build({ title: 'Лента' })
    const known = await build({ title: 'Вкладыш' })
    await build({ title: 'Черновик', is_published: false, published_at: null })
    await build({ title: 'Чужая', product_ids: [] })
    await buildRead(db, people.staff, known)
    const shown = [
      { id: waiting, title: 'Лента', requires_ack: true, revision: 1, is_read: false },
      { title: 'Фото', requires_ack: false, is_read: false },
      { id: known, title: 'Вкладыш', is_read: true },
    ]
    const other = await buildProduct(db)
    await db.insert('instruction_products', { instruction_id: known, product_id: other }).execute()
    const task = await buildTask(db, people.admin, { product_id, user_id: people.staff.id })
    const supply = await buildSupply(db)
    for (const id of [product_id, other])
      await db.insert('supply_products', { supply_id: supply, product_id: id, planned: 3 }).execute()
    const [ofProduct, ofTask, ofPacking] = [
      (await as.staff.get(`/products/${product_id}`)).body.product,
      (await as.staff.get(`/tasks/${task}`)).body.task,
      (await as.staff.get(`/supplies/${supply}/packing`)).body.packing,
    ] as { instructions: object[] }[]
    expect(ofProduct?.instructions).toMatchObject(shown)
    expect(ofProduct?.instructions).toHaveLength(3)
    expect(ofTask?.instructions).toEqual(ofProduct?.instructions)
    const products = [[product_id], [product_id], [product_id, other]]
    expect(ofPacking?.instructions).toEqual(
      ofProduct?.instructions.map((brief, index) => ({ ...brief, product_ids: products[index] })),
    )
    const bare = await buildTask(db, people.admin, { user_id: people.staff.id })
    expect((await as.staff.get(`/tasks/${bare}`)).body.task).toMatchObject({ instructions: [] })
  })
})
