import { randomUUID } from 'node:crypto'
import type { MoySkladItem, MoySkladPreview, MoySkladUserTie } from '@artel/contract/moysklad/moysklad.items'
import type { MoySkladRead } from '@artel/contract/moysklad/moysklad.stored'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useLoneTestApp } from '../../../testing/installation.ts'
import { MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import {
  buildMoySkladConnection,
  readEmployee,
  readProduct,
  readStore,
} from '../../../testing/moysklad/moysklad-items.ts'
import { buildProduct, buildUser, buildWarehouse } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'

// A database of its own, because other test files must not run its jobs.
const test_ = useLoneTestApp()
let db: Db
let people: Team['people']
let as: Team['as']
let exchange: MoySkladExchange

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  exchange = await MoySkladExchange.open(test_.root, db, people.owner)
})

const state = (name: 'checking' | 'on' | 'reading') =>
  db.update('moysklad_connections', { state: name }).execute()
const idOf = async (item: MoySkladRead) => (await exchange.item(item)).id
const get = async (item: MoySkladRead) =>
  (await as.owner.get(`/company/moi_sklad/items/${await idOf(item)}`)).body.item as MoySkladItem
const decide = async (item: MoySkladRead, decision: string | null, tie_id: number | null = null) =>
  as.owner.send('PUT', `/company/moi_sklad/items/${await idOf(item)}`, { decision, tie_id })

test('the preview counts the planned results of each kind', async () => {
  await state('checking')
  await buildProduct(db, { article: 'A-1' })
  const [gone, ...items] = [
    readProduct({ article: 'A-9' }),
    readProduct({ article: 'A-1' }),
    readProduct({ article: 'A-2' }),
    readProduct(),
    readStore(),
  ]
  await exchange.read(gone, ...items)
  await db
    .update('moysklad_items', { gone_at: '2026-11-20T06:00:00.000Z' })
    .where('moy_sklad_id', '=', gone.moy_sklad_id)
    .execute()
  await exchange.plan()
  const preview = (await as.owner.get('/company/moi_sklad/preview')).body.preview as MoySkladPreview
  const of = (kind: string) => preview.find((one) => one.kind === kind)?.plans
  expect(of('product')).toMatchObject({ create: 1, tie: 1, invalid: 1, same: 0 })
  expect(of('store')).toMatchObject({ create: 1 })
})

test('an item shows its planned changes, its candidates and its errors', async () => {
  await state('checking')
  const named = await buildProduct(db, { article: 'Z-1', name: 'Тарелка глубокая' })
  const [one, other] = [
    await buildProduct(db, { article: 'A-1' }),
    await buildProduct(db, { article: 'B', barcodes: ['B1'] }),
  ]
  const torn = readProduct({ name: 'Тарелка глубокая', article: 'A-1', barcodes: ['B1'] })
  const alike = readProduct({ article: 'z-1', name: 'Тарелка' })
  const bad = readProduct({ article: 'C-1', barcodes: ['4600000000010'] })
  await exchange.read(torn, alike, bad)
  await exchange.plan()
  const shown = await get(torn)
  expect(shown).toMatchObject({
    plan: 'ambiguous',
    subtitle: 'A-1',
    barcodes: ['B1'],
    tied_to: null,
    changes: [],
  })
  expect(shown.candidates.map(({ id, matches }) => [id, matches])).toEqual([
    [one, ['article']],
    [other, ['barcode']],
    [named, ['name']],
  ])
  expect(await get(alike)).toMatchObject({
    plan: 'tie',
    candidates: [{ id: named, title: 'Тарелка глубокая', matches: ['article'] }],
    changes: [
      { field: 'name', before: 'Тарелка глубокая', after: 'Тарелка' },
      { field: 'article', before: 'Z-1', after: 'z-1' },
    ],
  })
  const failures = (await get(bad)).failures
  expect(failures).toEqual([{ field: 'barcodes', message: expect.stringContaining('5') }])
  const listed = await as.owner.post('/company/moi_sklad/items', {
    plan: ['ambiguous', 'invalid'],
    search: 'b1',
  })
  expect(listed.body.items).toMatchObject([{ id: shown.id, candidates: [{ id: one }, { id: other }] }])
})

test('during the preview a decision changes the plan and writes nothing', async () => {
  await state('checking')
  const id = await buildProduct(db, { article: 'Своё' })
  const [plate, twin] = [readProduct({ article: 'A-1' }), readProduct({ article: 'A-1', name: 'Двойник' })]
  await exchange.read(plate, twin)
  await exchange.plan()
  expect((await decide(plate, 'tie', id)).body.item).toMatchObject({ plan: 'tie', decision: 'tie' })
  expect(await exchange.product(plate)).toBeUndefined()
  // Two items cannot be linked to the same row, even by a decision.
  const again = await decide(twin, 'tie', id)
  expect([again.statusCode, Object.keys(again.body.errors ?? {})]).toEqual([422, ['tie_id']])
  expect((await decide(plate, 'ignore')).body.item).toMatchObject({ plan: 'ignore' })
  // The item that it blocked is free now.
  expect(await exchange.planOf(twin)).toBe('create')
  expect((await decide(plate, null)).body.item).toMatchObject({ plan: 'create', decision: null })
})

test('after the preview a decision is written at once, also one that changes or removes a link', async () => {
  const [first, second] = [
    await buildProduct(db, { article: 'A-1' }),
    await buildProduct(db, { article: 'B-1' }),
  ]
  const plate = readProduct({ article: 'Х-1', name: 'Тарелка' })
  await buildProduct(db, { article: 'X-1', barcodes: ['P'] })
  await buildProduct(db, { article: 'Y-1', barcodes: ['Q'] })
  await exchange.read(changed(plate))
  await exchange.write()
  expect(await exchange.planOf(plate)).toBe('ambiguous')
  const wrong = await decide(plate, 'tie', first)
  expect(wrong.body.item).toMatchObject({ plan: 'invalid', tied_to: null })
  await exchange.read(changedTo(plate, 'Новая-1'))
  expect((await decide(plate, 'tie', first)).body.item).toMatchObject({
    plan: 'same',
    tied_to: { id: first, title: 'Тарелка' },
  })
  expect((await decide(plate, 'tie', second)).body.item).toMatchObject({ plan: 'invalid' })
  await exchange.read(changedTo(plate, 'Новая-2'))
  expect((await decide(plate, 'tie', second)).body.item).toMatchObject({ tied_to: { id: second } })
  expect((await decide(plate, 'create')).statusCode).toBe(409)
  expect((await decide(plate, 'ignore')).body.item).toMatchObject({
    plan: 'ignore',
    tied_to: null,
    written_at: null,
  })
  expect((await decide(plate, 'create')).body.item).toMatchObject({ plan: 'invalid' })
  const actions = (await exchange.log()).map(({ action, our_id }) => [action, our_id])
  expect(actions).toContainEqual(['untie', first])
  expect(actions).toContainEqual(['untie', second])
})
const changed = (item: ReturnType<typeof readProduct>) => ({
  ...item,
  data: { ...item.data, barcodes: ['P', 'Q'] },
})
const changedTo = (item: ReturnType<typeof readProduct>, article: string) => ({
  ...item,
  data: { ...item.data, article },
})

test.each<[string, object, number, string | null]>([
  ['tied to nothing', { decision: 'tie' }, 422, 'tie_id'],
  ['tied to what is not here', { decision: 'tie', tie_id: 999_999_999 }, 422, 'tie_id'],
  ['made, and tied', { decision: 'create', tie_id: 1 }, 422, 'tie_id'],
  ['something else', { decision: 'eat' }, 422, 'decision'],
])('an item cannot be %s', async (_, body, status, field) => {
  const plate = readProduct({ article: 'A-1' })
  await exchange.read(plate)
  const answer = await as.owner.send('PUT', `/company/moi_sklad/items/${await idOf(plate)}`, body)
  expect([answer.statusCode, Object.keys(answer.body.errors ?? {})]).toEqual([status, field ? [field] : []])
  expect((await exchange.item(plate)).decision).toBeNull()
})

test('an item cannot be linked to a row of another kind or of another company', async () => {
  const plate = readProduct({ article: 'A-1' })
  await exchange.read(plate)
  const other = await buildTeam(test_)
  const foreign = await buildProduct(other.db, { article: 'A-1' })
  expect((await decide(plate, 'tie', foreign)).statusCode).toBe(422)
  expect((await decide(plate, 'tie', await buildWarehouse(db))).statusCode).toBe(422)
})

test('rejects a decision before everything is read, and for an item that is gone', async () => {
  const plate = readProduct({ article: 'A-1' })
  await exchange.read(plate)
  await state('reading')
  expect((await decide(plate, 'ignore')).statusCode).toBe(409)
  await state('on')
  await db.update('moysklad_items', { gone_at: '2026-11-20T06:00:00.000Z' }).execute()
  expect((await decide(plate, 'ignore')).statusCode).toBe(409)
})

test('a bulk decision applies only to items that allow it', async () => {
  const items = [
    readProduct({ article: 'A-1' }),
    readProduct({ article: 'A-2' }),
    readStore({ name: 'Тула' }),
  ]
  const employee = readEmployee()
  await exchange.read(...items, employee)
  const ids = await Promise.all([...items, employee].map(idOf))
  const made = await as.owner.post('/company/moi_sklad/items/decide', {
    ids: [...ids, 999_999_999],
    decision: 'create',
  })
  expect(made.body.decided).toBe(3)
  expect(await db.from('products').select('id').execute()).toHaveLength(2)
  const left = await as.owner.post('/company/moi_sklad/items/decide', { ids, decision: 'ignore' })
  expect(left.body.decided).toBe(4)
  expect(await exchange.product(items[0] as MoySkladRead)).toBeUndefined()
  expect(await db.from('products').select('id').execute()).toHaveLength(2)
})

test('a retry starts a run and marks failed items as waiting', async () => {
  const bad = readProduct({ article: 'A-1', barcodes: ['4600000000010'] })
  await exchange.read(bad)
  await exchange.write()
  await db.update('moysklad_runs', { state: 'done', finished_at: '2026-11-20T06:00:00.000Z' }).execute()
  const begun = await as.owner.post('/company/moi_sklad/items/retry', {})
  expect([begun.statusCode, begun.body.run]).toMatchObject([201, { reason: 'manual', state: 'waiting' }])
  expect(await exchange.item(bad)).toMatchObject({ is_waiting: true, failed_at: null })
  expect((await as.owner.post('/company/moi_sklad/items/retry', {})).statusCode).toBe(409)
})

test('the log shows each change with its product and run, and marks overwritten edits', async () => {
  const plate = readProduct({ article: 'A-1', name: 'Тарелка' })
  await exchange.read(plate)
  await exchange.write()
  await db.update('products', { name: 'Миска' }).execute()
  await exchange.wake()
  await exchange.write()
  const { body } = await as.owner.post('/company/moi_sklad/log', { is_conflict: true })
  expect(body.lines).toMatchObject([
    {
      kind: 'product',
      action: 'change',
      tied_to: { title: 'Тарелка', subtitle: 'A-1' },
      run_id: exchange.runId,
      changes: [{ field: 'name', before: 'Миска', after: 'Тарелка', is_conflict: true }],
    },
  ])
  for (const list of ['log', 'items', 'runs'])
    for (const format of ['csv', 'xlsx'])
      expect((await as.owner.post(`/company/moi_sklad/${list}?format=${format}`)).statusCode).toBe(200)
})

test('only an owner links a person to an employee, and removes the link', async () => {
  const user = await buildUser(test_.root, db, 'staff')
  const [anna, other] = [
    readEmployee({ email: user.email }),
    readEmployee({ name: 'Борис', position: 'Кладовщик' }),
  ]
  await exchange.read(other, anna, readEmployee({ is_archived: true }))
  await exchange.write()
  const path = `/company/moi_sklad/users/${user.id}`
  const shown = (await as.owner.get(path)).body.moi_sklad as MoySkladUserTie
  expect(shown).toMatchObject({ is_connected: true, tied_to: null })
  expect(shown.candidates.map(({ moy_sklad_id }) => moy_sklad_id)).toEqual([
    anna.moy_sklad_id,
    other.moy_sklad_id,
  ])
  expect((await as.admin.get(path)).statusCode).toBe(403)
  expect((await as.admin.send('PUT', path, { moy_sklad_id: anna.moy_sklad_id })).statusCode).toBe(403)
  const tied = await as.owner.send('PUT', path, { moy_sklad_id: anna.moy_sklad_id, version: shown.version })
  expect(tied.body.moi_sklad).toMatchObject({
    tied_to: { name: 'Анна Петрова', is_gone: false },
    version: shown.version + 1,
  })
  expect(await exchange.planOf(anna)).toBe('same')
  const stale = await as.owner.send('PUT', path, { moy_sklad_id: other.moy_sklad_id, version: shown.version })
  expect(stale.statusCode).toBe(409)
  const taken = await as.owner.send('PUT', `/company/moi_sklad/users/${people.staff.id}`, {
    moy_sklad_id: anna.moy_sklad_id,
  })
  expect([taken.statusCode, Object.keys(taken.body.errors ?? {})]).toEqual([422, ['moy_sklad_id']])
  const unknown = await as.owner.send('PUT', `/company/moi_sklad/users/${people.staff.id}`, {
    moy_sklad_id: randomUUID(),
  })
  expect(unknown.statusCode).toBe(422)
  const left = await as.owner.send('PUT', path, { moy_sklad_id: null })
  expect(left.body.moi_sklad).toMatchObject({ tied_to: null })
  const entries = await db
    .from('audit')
    .select(['user_id', 'after'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(entries.at(-1)).toEqual({ user_id: people.owner.id, after: { moy_sklad_id: null } })
})

test('an employee matches a person by name in any word order, also with е for ё', async () => {
  const user = await buildUser(test_.root, db, 'staff', { first_name: 'Алёна', last_name: 'Климова' })
  const [her, namesake] = [
    readEmployee({ name: 'Климова Алена Сергеевна' }),
    readEmployee({ name: 'Климова Ольга Сергеевна' }),
  ]
  await exchange.read(namesake, her)
  await exchange.write()
  const { candidates } = (await as.owner.get(`/company/moi_sklad/users/${user.id}`)).body
    .moi_sklad as MoySkladUserTie
  expect(candidates.map(({ moy_sklad_id, matches }) => [moy_sklad_id, matches])).toEqual([
    [her.moy_sklad_id, ['name']],
    [namesake.moy_sklad_id, []],
  ])
  const { item } = (await as.owner.get(`/company/moi_sklad/items/${await idOf(her)}`)).body as {
    item: MoySkladItem
  }
  expect(item.candidates).toMatchObject([{ id: user.id, matches: ['name'] }])
})

test('a decision on an employee is written, and a later link from a person’s page replaces it', async () => {
  const [one, other] = [await buildUser(test_.root, db, 'staff'), await buildUser(test_.root, db, 'staff')]
  const anna = readEmployee()
  await exchange.read(anna)
  await exchange.write()
  expect((await decide(anna, 'create')).statusCode).toBe(422)
  expect((await decide(anna, 'tie', one.id)).body.item).toMatchObject({
    plan: 'same',
    tied_to: { id: one.id },
  })
  await as.owner.send('PUT', `/company/moi_sklad/users/${one.id}`, { moy_sklad_id: null })
  await as.owner.send('PUT', `/company/moi_sklad/users/${other.id}`, { moy_sklad_id: anna.moy_sklad_id })
  await exchange.wake()
  await exchange.write()
  expect((await get(anna)).tied_to).toMatchObject({ id: other.id })
})

test('if employees are not read, a person’s page still shows the link, but accepts no new one', async () => {
  const moy_sklad_id = randomUUID()
  const user = await buildUser(test_.root, db, 'staff', { moy_sklad_id })
  await buildMoySkladConnection(db, people.owner, { parts: ['product'] })
  const shown = (await as.owner.get(`/company/moi_sklad/users/${user.id}`)).body.moi_sklad
  expect(shown).toMatchObject({
    is_connected: false,
    tied_to: { moy_sklad_id, is_gone: true },
    candidates: [],
  })
  const refused = await as.owner.send('PUT', `/company/moi_sklad/users/${people.staff.id}`, {
    moy_sklad_id: randomUUID(),
  })
  expect(refused.statusCode).toBe(409)
})
