import type { Instruction, ListedInstruction } from '@artel/contract/instructions/instructions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { mediaOf, photo, upload } from '../../testing/media/media.ts'
import { buildProduct, buildUser } from '../../testing/rows/build.ts'
import { buildInstruction, buildRead } from '../../testing/rows/instructions.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { times } from '../../testing/together.ts'
import { patienceMs } from '../../testing/waits.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})

const folding = {
  title: 'Как складывать «Уют»',
  body: '<p>Полотенца — <strong>втрое</strong></p>',
  category: 'Сборка',
}

const instructionOf = ({ body }: Answer) => body.instruction as Instruction
const create = (body: object, client: TestClient = as.admin) => client.post('/instructions/create', body)
const made = async (body: object = folding) => instructionOf(await create(body))
const get = (id: number, client: TestClient = as.admin) => client.get(`/instructions/${id}`)
const update = (id: number, body: object, client: TestClient = as.admin) =>
  client.send('PUT', `/instructions/${id}`, body)
const remove = (id: number, client: TestClient = as.admin) => client.send('DELETE', `/instructions/${id}`)
const list = async (client: TestClient = as.staff, filters: object = {}) =>
  (await client.post('/instructions?sort_by=position&direction=asc', filters)).body as {
    instructions: ListedInstruction[]
    categories: string[]
  }
const titles = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).instructions.map(({ title }) => title)
const logged = () =>
  db
    .from('audit')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'instruction')
    .orderBy('id')
    .execute()

/** Sends a request that is refused, and checks that it leaves no trace. */
const refused = (send: () => Promise<Answer>): Promise<Answer> =>
  leavingNoTrace(test_.root, [db.companyId], send)

describe('an instruction', () => {
  test('is created, shown, changed and deleted', async () => {
    const media = mediaOf(await upload(as.admin, await photo(), { path: 'instructions' }))
    const product_id = await buildProduct(db, { name: 'Набор «Уют»' })
    const body = `${folding.body}<img data-media="${media.id}" alt="Втрое">`
    const answer = await create({
      ...folding,
      body,
      multimedia_ids: [media.id],
      product_ids: [product_id, product_id],
      is_published: true,
    })
    expect(answer.statusCode).toBe(201)
    const { id } = instructionOf(answer)
    expect(instructionOf(answer)).toMatchObject({
      ...folding,
      body: `${folding.body}<img data-media="${media.id}" alt="Втрое" />`,
      requires_ack: false,
      is_published: true,
      revision: 1,
      position: 1,
      version: 1,
      product_ids: [product_id],
      products: [{ id: product_id, name: 'Набор «Уют»' }],
      multimedia: [{ id: media.id }],
      is_read: false,
      read_by: [],
      readers: { read: 0, of: 1 },
      updated_by: { id: people.admin.id },
      can: { edit: true, delete: true, read: false },
    })
    expect(instructionOf(await get(id, as.staff))).toMatchObject({
      readers: null,
      can: { edit: false, delete: false, read: false },
    })
    expect(await list()).toMatchObject({
      instructions: [{ id, photo: media.file, excerpt: 'Полотенца — втрое' }],
      categories: ['Сборка'],
    })
    expect(instructionOf(await update(id, { title: 'Как складывать' }))).toMatchObject({
      version: 2,
      revision: 1,
    })
    expect((await logged()).at(-1)).toEqual({
      action: 'update',
      before: { name: folding.title },
      after: { name: 'Как складывать' },
    })
    expect((await remove(id)).statusCode).toBe(200)
    expect((await get(id)).statusCode).toBe(404)
    expect((await logged()).at(-1)).toMatchObject({ action: 'delete', before: { name: 'Как складывать' } })
  })

  test('needs only a title, and stays a draft that only admins see', async () => {
    const { id } = await made({ title: 'Черновик' })
    expect(instructionOf(await get(id))).toMatchObject({ body: '', category: '', is_published: false })
    expect((await get(id, as.staff)).statusCode).toBe(404)
    expect(await list()).toMatchObject({ instructions: [], categories: [] })
    expect(await titles(as.admin, { is_published: false })).toEqual(['Черновик'])
    await update(id, { is_published: true })
    expect((await get(id, as.staff)).statusCode).toBe(200)
  })

  test('is stored as clean HTML, without media that it does not have', async () => {
    const [one, two] = [
      mediaOf(await upload(as.admin, await photo(), { path: 'instructions' })),
      mediaOf(await upload(as.admin, await photo(), { path: 'instructions' })),
    ]
    const shows = (id: number) => `<img data-media="${id}" alt="" />`
    const { id } = await made({
      title: 'Фото',
      body: `<p onclick="alert(1)">Да</p><script>alert(1)</script>${shows(one.id)}${shows(two.id)}${shows(9999)}`,
      multimedia_ids: [one.id, two.id],
    })
    const stored = async () =>
      (await db.from('instructions').select('body').where('id', '=', id).executeTakeFirstOrThrow()).body
    expect(await stored()).toBe(`<p>Да</p>${shows(one.id)}${shows(two.id)}`)
    await update(id, { multimedia_ids: [two.id] })
    expect(await stored()).toBe(`<p>Да</p>${shows(two.id)}`)
    expect((await logged()).at(-1)?.after).toMatchObject({
      multimedia_ids: [two.id],
      body: expect.any(String),
    })
    expect(codeOf(await as.admin.send('DELETE', `/multimedia/${two.id}`))).toEqual([409, 'in_use'])
    expect((await as.admin.send('DELETE', `/multimedia/${one.id}`)).statusCode).toBe(200)
  })

  test('is logged with every changed part of its text, without cut surrogate pairs', async () => {
    const start = '😀'.repeat(500)
    const { id } = await made({
      title: 'Длинная',
      body: `<p>${start}было</p><p>${start}</p><p>Перчатки.</p>`,
    })
    await update(id, { body: `<p>${start}стало</p><p>${start}</p><p>Без перчаток.</p>` })
    const lead = '😀'.repeat(40)
    expect((await logged()).at(-1)).toMatchObject({
      before: { body: `…${lead}было…\n…${'😀'.repeat(33)}</p><p>Перчатки.…` },
      after: { body: `…${lead}стало…\n…${'😀'.repeat(33)}</p><p>Без перчаток.…` },
    })
  })

  test('is logged to the end of its text when it is created, rewritten and deleted', async () => {
    const [one, other] = ['я', 'ю'].map((sign) => `<p>${sign.repeat(25_000)} конец</p>`)
    const { id } = await made({ title: 'Длинная', body: one })
    await update(id, { body: other })
    await remove(id)
    const bodies = (await logged()).map(({ action, before, after }) => [action, before.body, after.body])
    const whole = (action: string, index: 1 | 2) =>
      bodies
        .filter(([name]) => name === action)
        .map((row) => row[index] ?? '')
        .join('')
    expect(whole('create', 2)).toBe(one)
    expect(whole('update', 1)).toContain(`${'я'.repeat(25_000)} конец`)
    expect(whole('update', 2)).toContain(`${'ю'.repeat(25_000)} конец`)
    expect(whole('delete', 1)).toBe(other)
  })

  test('is too long if its cleaned HTML is too long', async () => {
    const body = '<a href="https://artel.test">а</a>'.repeat(5000)
    expect(fieldsOf(await refused(() => create({ title: 'Ссылки', body })))).toEqual([422, 'body'])
    expect((await create({ title: 'Ссылки', body: 'я'.repeat(200_000) })).statusCode).toBe(201)
  })

  test('loses deleted products, and can be deleted without its products', async () => {
    const [product_id, other] = [await buildProduct(db), await buildProduct(db)]
    const { id } = await made({ ...folding, product_ids: [product_id, other] })
    expect((await as.admin.send('DELETE', `/products/${product_id}`)).statusCode).toBe(200)
    expect(instructionOf(await get(id))).toMatchObject({ product_ids: [other] })
    await remove(id)
    expect((await as.admin.send('DELETE', `/products/${other}`)).statusCode).toBe(200)
  })

  test('is not overwritten by an edit of an older version', async () => {
    const { id, version } = await made()
    await update(id, { body: '<p>Вчетверо</p>', version }, as.owner)
    const late = await refused(() => update(id, { body: '<p>Вдвое</p>', version }))
    expect([...codeOf(late), (late.body.current as Instruction).body]).toEqual([
      409,
      'stale',
      '<p>Вчетверо</p>',
    ])
    expect(late.body.changed).toMatchObject({ by: { id: people.owner.id } })
    await update(id, { title: 'Складывать', version: version + 1 }, as.owner)
    const titled = await refused(() => update(id, { title: 'Сложить', version: version + 1 }))
    expect(titled.body.changed).toMatchObject({ by: { id: people.owner.id } })
    // A body that is the same after cleaning is no change.
    expect((await update(id, { body: '<p class="x">Вчетверо</p>', version })).statusCode).toBe(200)
    expect((await update(id, { category: 'Уют', version })).statusCode).toBe(200)
  })

  test.each<[string, object]>([
    ['title', { title: '' }],
    ['title', { title: 'две\nстроки' }],
    ['title', { title: 'я'.repeat(201) }],
    ['body', { body: 'я'.repeat(200_001) }],
    ['body', { body: 'a\0b' }],
    ['category', { category: 'я'.repeat(101) }],
    ['category', { category: 'две\nстроки' }],
    ['position', { position: 0 }],
    ['product_ids.0', { product_ids: [999_999_999] }],
    ['product_ids', { product_ids: Array.from({ length: 501 }, () => 1) }],
    ['multimedia_ids.0', { multimedia_ids: [999_999_999] }],
    ['requires_ack', { requires_ack: 'no' }],
    ['revision', { revision: 2 }],
    ['published_at', { published_at: '2026-11-20T06:00:00.000Z' }],
    ['read_by', { read_by: [] }],
  ])('with an invalid %s is rejected at that field (%#)', async (path, fields) => {
    expect(fieldsOf(await refused(() => create({ ...folding, ...fields })))).toEqual([422, path])
    const { id } = await made()
    expect(fieldsOf(await refused(() => update(id, fields)))).toEqual([422, path])
  })

  test('rejects a product of another company', async () => {
    const other = (await buildTeam(test_)).db
    const product_ids = [await buildProduct(db), await buildProduct(other)]
    expect(fieldsOf(await refused(() => create({ ...folding, product_ids })))).toEqual([422, 'product_ids.1'])
  })
})

describe('the catalogue', () => {
  test('keeps its order when instructions are moved, also concurrently', async () => {
    const ids: number[] = []
    for (const title of ['А', 'Б', 'В', 'Г']) ids.push((await made({ title })).id)
    const [a = 0, , , d = 0] = ids
    await update(d, { position: 1 })
    await update(a, { position: 99 })
    expect(await titles(as.admin)).toEqual(['Г', 'Б', 'В', 'А'])
    await made({ title: 'Д', position: 2 })
    expect(await titles(as.admin)).toEqual(['Г', 'Д', 'Б', 'В', 'А'])
    await remove(d)
    await times(6, (index) => update(ids[1 + (index % 2)] ?? 0, { position: 1 + index }))
    const { instructions } = await list(as.admin)
    expect(instructions.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    // The audit log does not record positions.
    expect((await logged()).filter(({ action }) => action === 'update')).toEqual([])
  })

  test('is filtered and searched', async () => {
    const product_id = await buildProduct(db)
    await made({ ...folding, is_published: true, product_ids: [product_id] })
    await made({ title: 'Маркировка', body: '<ul><li>Наклейка на дно</li></ul>', is_published: true })
    await made({ title: 'Пожар', category: 'Безопасность', is_published: true, requires_ack: true })
    await made({ title: 'Возвраты', category: 'Черновики' })
    expect(await titles(as.staff)).toEqual([folding.title, 'Маркировка', 'Пожар'])
    expect(await titles(as.staff, { category: ['Сборка', ''] })).toEqual([folding.title, 'Маркировка'])
    expect(await titles(as.staff, { product_id })).toEqual([folding.title])
    expect(await titles(as.staff, { requires_ack: true })).toEqual(['Пожар'])
    expect(await titles(as.staff, { unread: true })).toEqual(['Пожар'])
    expect(await titles(as.staff, { unread: false })).toEqual([folding.title, 'Маркировка'])
    expect(await titles(as.staff, { search: 'наклейка дно' })).toEqual(['Маркировка'])
    expect(await titles(as.staff, { search: 'strong' })).toEqual([])
    expect(await titles(as.staff, { search: 'безопасность' })).toEqual(['Пожар'])
    expect((await list(as.staff)).categories).toEqual(['Безопасность', 'Сборка'])
    expect((await list(as.admin, { search: 'пожар' })).categories).toEqual([
      'Безопасность',
      'Сборка',
      'Черновики',
    ])
    const { results } = (await as.staff.get('/search?q=маркир')).body as { results: object[] }
    expect(results).toMatchObject([{ entity: 'instruction', title: 'Маркировка', subtitle: '' }])
    expect((await as.staff.get('/search?q=возврат')).body.results).toEqual([])
  })

  test('is exported to a file', async () => {
    await made({ ...folding, is_published: true })
    const { raw } = await as.admin.post('/instructions?format=csv')
    expect(raw.body).toContain('Полотенца — втрое')
    expect(raw.body).toContain('Сборка')
  })
})

test('events of a draft go to admins only, of a confirmation also to the person who confirms', async () => {
  const heard: unknown[] = []
  const stop = test_.events.subscribe(({ companyId, event, audience }) => {
    if (companyId === db.companyId && event.entity === 'instruction') heard.push([event.action, audience])
  })
  const { id } = await made()
  await update(id, { title: 'Складывать' })
  await update(id, { is_published: true, requires_ack: true })
  await as.staff.post(`/instructions/${id}/read`)
  await as.staff.post(`/instructions/${id}/read`)
  await update(id, { is_published: false })
  await remove(id)
  await vi.waitFor(() => expect(heard).toHaveLength(6), { timeout: patienceMs })
  stop()
  expect(heard).toEqual([
    ['create', []],
    ['update', []],
    ['update', 'everyone'],
    ['update', [people.staff.id]],
    ['update', 'everyone'],
    ['delete', []],
  ])
})

test('only admins change instructions, and other companies do not find them', async () => {
  const { id } = await made({ ...folding, is_published: true, requires_ack: true })
  const stranger = (await buildTeam(test_)).as.owner
  const guest = await TestClient.guest(test_.app)
  for (const [client, expected] of [
    [guest, 401],
    [as.staff, 403],
    [stranger, 404],
  ] as const) {
    for (const send of [
      () => update(id, { title: 'Моя' }, client),
      () => remove(id, client),
      () => client.post(`/listing/readers/${id}`),
    ])
      expect((await refused(send)).statusCode).toBe(expected)
  }
  expect((await refused(() => create(folding, as.staff))).statusCode).toBe(403)
  expect(codeOf(await refused(() => get(id, stranger)))).toEqual([404, 'not_found'])
  expect(codeOf(await refused(() => stranger.post(`/instructions/${id}/read`)))).toEqual([404, 'not_found'])
})

test('deleting one deletes its confirmations; people who confirmed others cannot be deleted', async () => {
  const [gone, kept] = [await buildInstruction(db, people.admin), await buildInstruction(db, people.admin)]
  for (const id of [gone, kept]) await buildRead(db, people.staff, id)
  expect((await remove(gone)).statusCode).toBe(200)
  const reads = await db.from('instruction_reads').select(['instruction_id']).execute()
  expect(reads).toEqual([{ instruction_id: kept }])
  expect(codeOf(await as.owner.send('DELETE', `/users/${people.staff.id}`))).toEqual([409, 'has_history'])
  const idle = await buildUser(test_.root, db, 'staff')
  expect((await as.owner.send('DELETE', `/users/${idle.id}`)).statusCode).toBe(200)
})
