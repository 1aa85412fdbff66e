import { randomUUID } from 'node:crypto'
import type { MoySkladRead } from '@artel/contract/moysklad/moysklad.stored'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { changedThere, MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import {
  ownership,
  readEmployee,
  readOrganization,
  readProduct,
  readStore,
} from '../../../testing/moysklad/moysklad-items.ts'
import { buildLegalEntity, buildProduct, buildUser, buildWarehouse } from '../../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'
import { markGone } from '../items/items.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let exchange: MoySkladExchange

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  exchange = await MoySkladExchange.open(test_.root, db, people.owner)
})

const nothing = { created: 0, tied: 0, changed: 0, failed: 0 }

test('a new row is only planned at first, and then created with the values of MoySklad', async () => {
  const plate = readProduct({
    name: 'Тарелка',
    article: 'Т-1',
    barcodes: ['4600000000015', 'T1'],
    category: 'Посуда/Глина',
    description: 'Ручная',
    weight_g: 340,
  })
  const store = readStore({ name: 'Тула', address: 'Тула, Мира 1' })
  const firm = readOrganization({ kpp: '773601001', phone: '+7 495' })
  await exchange.read(plate, store, firm)
  await exchange.plan()
  expect([await exchange.planOf(plate), await exchange.planOf(store), await exchange.planOf(firm)]).toEqual([
    'create',
    'create',
    'create',
  ])
  expect(await db.from('products').select('id').execute()).toEqual([])
  expect(await exchange.write()).toEqual({ ...nothing, created: 3 })
  expect(await exchange.product(plate)).toMatchObject({
    name: 'Тарелка',
    article: 'Т-1',
    barcodes: ['4600000000015', 'T1'],
    category: 'Посуда/Глина',
    description: 'Ручная',
    weight_g: 340,
    money: 0,
    is_active: true,
    created_by: null,
    version: 1,
  })
  expect(await db.from('warehouses').select(['name', 'address', 'moy_sklad_id']).execute()).toContainEqual({
    name: 'Тула',
    address: 'Тула, Мира 1',
    moy_sklad_id: store.moy_sklad_id,
  })
  expect(
    await db.from('legal_entities').select(['inn', 'kpp', 'phone', 'is_default', 'moy_sklad_id']).execute(),
  ).toEqual([
    {
      inn: '7707083893',
      kpp: '773601001',
      phone: '+7 495',
      is_default: true,
      moy_sklad_id: firm.moy_sklad_id,
    },
  ])
  expect(await exchange.planOf(plate)).toBe('same')
  expect(await exchange.write()).toEqual(nothing)
})

test('a product is linked by article or barcode, and takes the values of MoySklad', async () => {
  const byArticle = await buildProduct(db, { article: 'CTEHA-1', name: 'Стена', money: 500 })
  const byBarcode = await buildProduct(db, { article: 'ДВЕРЬ', barcodes: ['D1'], weight_g: 9 })
  const wall = readProduct({ name: 'Стена новая', article: 'стена-1' })
  const door = readProduct({ name: 'Дверь', article: 'ДВЕРЬ-2', barcodes: ['D1', 'D2'] })
  await exchange.read(wall, door)
  await exchange.plan()
  expect([await exchange.planOf(wall), await exchange.planOf(door)]).toEqual(['tie', 'tie'])
  expect(await exchange.write()).toEqual({ ...nothing, tied: 2 })
  expect(await exchange.product(wall)).toMatchObject({
    id: byArticle,
    name: 'Стена новая',
    article: 'стена-1',
    money: 500,
  })
  // A field that was never filled in MoySklad keeps our value.
  expect(await exchange.product(door)).toMatchObject({
    id: byBarcode,
    barcodes: ['D1', 'D2'],
    weight_g: 9,
    version: 2,
  })
})

test('a row that matches two products, or a product of another row, waits for a decision', async () => {
  await buildProduct(db, { article: 'A-1' })
  await buildProduct(db, { article: 'B-1', barcodes: ['B1'] })
  const two = readProduct({ article: 'A-1', barcodes: ['B1'] })
  const first = readProduct({ article: 'C-1' })
  const second = readProduct({ article: 'c-1' })
  // A MoySklad code is no sure match, because nearly every account counts codes from one.
  await buildProduct(db, { article: '00007' })
  const numbered = readProduct({ code: '00007' })
  await exchange.read(two, first, second, numbered)
  await exchange.plan()
  const plans = [
    await exchange.planOf(two),
    await exchange.planOf(first),
    await exchange.planOf(second),
    await exchange.planOf(numbered),
  ]
  expect(plans).toEqual(['ambiguous', 'create', 'ambiguous', 'ambiguous'])
  expect(await exchange.failuresOf(second)).toEqual(['moy_sklad_twin'])
  expect(await exchange.write()).toEqual({ ...nothing, created: 1 })
  expect(await exchange.planOf(second)).toBe('ambiguous')
})

test('a row that was recreated in MoySklad is linked to the product of the deleted row', async () => {
  const old = readProduct({ article: 'A-1', name: 'Старый' })
  await exchange.read(old)
  await exchange.write()
  const before = await exchange.product(old)
  await markGone(db, exchange.runId, 'product', [old.moy_sklad_id])
  const next = readProduct({ article: 'A-1', name: 'Новый' })
  await exchange.read(next)
  expect(await exchange.write()).toEqual({ ...nothing, tied: 1 })
  expect(await exchange.product(next)).toMatchObject({ id: before?.id, name: 'Новый' })
  expect((await exchange.log()).map(({ action }) => action)).toEqual(['create', 'gone', 'tie'])
})

test('an invalid row fails alone with its reason, and is logged once', async () => {
  const bad = readProduct({ article: 'A-1', barcodes: ['4600000000010'] })
  const nameless = readProduct({ name: 'Без всего' })
  const long = readProduct({ article: 'A-2', name: 'я'.repeat(201) })
  const firm = readOrganization({ inn: '7707083890' })
  const good = readProduct({ article: 'A-3' })
  await exchange.read(bad, nameless, long, firm, good)
  expect(await exchange.write()).toEqual({ ...nothing, created: 1, failed: 4 })
  expect(await exchange.failuresOf(bad)).toEqual(['barcode_digit'])
  expect(await exchange.failuresOf(nameless)).toEqual(['moy_sklad_no_article'])
  expect(await exchange.failuresOf(long)).toEqual(['too_long'])
  expect(await exchange.failuresOf(firm)).toEqual(['bad_inn'])
  await exchange.wake()
  expect(await exchange.write()).toEqual({ ...nothing, failed: 4 })
  expect((await exchange.log()).filter(({ action }) => action === 'fail')).toHaveLength(4)
  await exchange.read(changedThere(bad, { barcodes: ['4600000000015'] }))
  expect(await exchange.write()).toEqual({ ...nothing, created: 1 })
})

test('an edit in Artel is overwritten and marked if MoySklad owns the field', async () => {
  const plate = readProduct({ article: 'A-1', name: 'Тарелка', description: 'Глина' })
  await exchange.read(plate)
  await exchange.write()
  await db.update('products', { name: 'Миска', description: 'Дерево', money: 700 }).execute()
  const owners = ownership('moysklad', { product: { description: 'artel' } })
  await exchange.wake()
  expect(await exchange.write(owners)).toEqual({ ...nothing, changed: 1 })
  expect(await exchange.product(plate)).toMatchObject({ name: 'Тарелка', description: 'Дерево', money: 700 })
  expect((await exchange.log()).at(-1)).toMatchObject({
    action: 'change',
    is_conflict: true,
    changes: [{ field: 'name', before: 'Миска', after: 'Тарелка', is_conflict: true }],
  })
  await exchange.wake()
  expect(await exchange.write(owners)).toEqual(nothing)
})

test('a field emptied in MoySklad is emptied, an archived row is switched off until restored', async () => {
  const plate = readProduct({ article: 'A-1', category: 'Посуда' })
  const change = (fields: object) => exchange.read(changedThere(plate, { ...fields }))
  await exchange.read(plate)
  await exchange.write()
  await change({ category: null, is_archived: true })
  await exchange.write()
  expect(await exchange.product(plate)).toMatchObject({ category: null, is_active: false })
  await change({ is_archived: false })
  await exchange.write()
  expect(await exchange.product(plate)).toMatchObject({ is_active: true })
  expect((await exchange.log()).map(({ action }) => action)).toEqual(['create', 'gone', 'back'])
  const archived = readProduct({ article: 'A-2', is_archived: true })
  await exchange.read(archived)
  await exchange.write()
  expect([await exchange.planOf(archived), await exchange.product(archived)]).toEqual(['ignore', undefined])
})

test('a product deleted in Artel is not created again automatically', async () => {
  const plate = readProduct({ article: 'A-1' })
  await exchange.read(plate)
  await exchange.write()
  await db.remove('products').execute()
  await exchange.read(changedThere(plate, { name: 'Другая' }))
  expect(await exchange.write()).toEqual(nothing)
  expect([await exchange.planOf(plate), await exchange.failuresOf(plate)]).toEqual([
    'ambiguous',
    ['moy_sklad_deleted_here'],
  ])
})

test('a bundle lists its components and follows their new names', async () => {
  const [cup, plate] = [
    readProduct({ article: 'Ч-1', name: 'Чашка' }),
    readProduct({ code: '7', name: 'Блюдце' }),
  ]
  const components = [
    { moy_sklad_id: cup.moy_sklad_id, quantity: 2 },
    { moy_sklad_id: plate.moy_sklad_id, quantity: 1 },
  ]
  const set = readProduct({ is_bundle: true, article: 'НАБ-1', name: 'Чайная пара', components })
  const strange = readProduct({
    is_bundle: true,
    article: 'НАБ-2',
    components: [{ moy_sklad_id: randomUUID(), quantity: 1 }],
  })
  await exchange.read(set, strange, cup, plate)
  expect(await exchange.write()).toEqual({ ...nothing, created: 3, failed: 1 })
  expect((await exchange.product(set))?.components).toEqual([
    { name: 'Чашка', article: 'Ч-1', quantity: 2 },
    { name: 'Блюдце', article: '7', quantity: 1 },
  ])
  expect(await exchange.failuresOf(strange)).toEqual(['moy_sklad_no_component'])
  await exchange.read(changedThere(cup, { name: 'Кружка' }))
  expect(await exchange.write()).toEqual({ ...nothing, changed: 2 })
  expect((await exchange.product(set))?.components[0]).toMatchObject({ name: 'Кружка' })
})

test('a barcode that moves to another product in MoySklad also moves in Artel', async () => {
  const gives = readProduct({ article: 'B-1', barcodes: ['X'] })
  const takes = readProduct({ article: 'A-1' })
  await exchange.read(takes, gives)
  await exchange.write()
  await exchange.read(changedThere(takes, { barcodes: ['X'] }), changedThere(gives, { barcodes: [] }))
  await exchange.write()
  expect((await exchange.product(takes))?.barcodes).toEqual(['X'])
  expect((await exchange.product(gives))?.barcodes).toEqual([])
})

test('a legal entity is linked by INN and KPP, and only the chosen organization is written', async () => {
  const branch = await buildLegalEntity(db, {
    type: 'company',
    inn: '7707083893',
    kpp: '773601001',
    name: 'Филиал',
  })
  await buildLegalEntity(db, { type: 'company', inn: '7707083893', kpp: '773602002' })
  const firm = readOrganization({ kpp: '773601001', name: 'Филиал Тула', director: 'Климова' })
  const other = readOrganization({ inn: '7736050003', name: 'Другая' })
  const vague = readOrganization({ kpp: null })
  await exchange.read(firm, other, vague)
  await exchange.plan()
  expect([await exchange.planOf(firm), await exchange.planOf(vague), await exchange.planOf(other)]).toEqual([
    'tie',
    'ambiguous',
    'create',
  ])
  await db.update('moysklad_connections', { organization_id: firm.moy_sklad_id }).execute()
  expect(await exchange.write()).toEqual({ ...nothing, tied: 1 })
  expect(
    await db
      .from('legal_entities')
      .select(['id', 'name', 'director', 'moy_sklad_id'])
      .where('id', '=', branch)
      .execute(),
  ).toEqual([{ id: branch, name: 'Филиал Тула', director: 'Климова', moy_sklad_id: firm.moy_sklad_id }])
  expect(await exchange.planOf(other)).toBe('ignore')
})

test('an organization that was not chosen is planned as created if the owner decides so', async () => {
  const chosen = readOrganization({ inn: '7707083893', name: 'Выбранная' })
  const other = readOrganization({ inn: '7736050003', name: 'Другая' })
  await exchange.read(chosen, other)
  await exchange.plan(chosen.moy_sklad_id)
  expect([await exchange.planOf(chosen), await exchange.planOf(other)]).toEqual(['create', 'ignore'])
  await db
    .update('moysklad_items', { decision: 'create' })
    .where('moy_sklad_id', '=', other.moy_sklad_id)
    .execute()
  await exchange.wake()
  await exchange.plan(chosen.moy_sklad_id)
  expect([await exchange.planOf(chosen), await exchange.planOf(other)]).toEqual(['create', 'create'])
})

test('a warehouse is linked by name, and a person is never linked to an employee automatically', async () => {
  const id = await buildWarehouse(db, { name: 'Основной склад' })
  const store = readStore({ name: 'ОСНОВНОЙ склад', address: 'Тула' })
  const user = await buildUser(test_.root, db, 'staff')
  const employee = readEmployee({ email: user.email.toUpperCase() })
  const nobody = readEmployee({ name: 'Никто Никтов' })
  await exchange.read(store, employee, nobody)
  expect(await exchange.write()).toEqual({ ...nothing, tied: 1 })
  const warehouse = await db.from('warehouses').selectAll().where('id', '=', id).executeTakeFirst()
  expect(warehouse).toMatchObject({
    name: 'ОСНОВНОЙ склад',
    address: 'Тула',
    moy_sklad_id: store.moy_sklad_id,
  })
  expect([await exchange.planOf(employee), await exchange.planOf(nobody)]).toEqual(['ambiguous', 'ignore'])
  expect(await db.from('users').select('id').where('moy_sklad_id', 'is not', null).execute()).toEqual([])
})

test('an older state that is read later does not replace a newer one', async () => {
  const at = (their_updated_at: string, name: string) =>
    ({ ...plate, their_updated_at, title: name, data: { ...plate.data, name } }) as MoySkladRead
  const plate = readProduct({ article: 'A-1' })
  await exchange.read(at('2026-11-02T10:00:00.000Z', 'Новая'))
  await exchange.read(at('2026-11-01T10:00:00.000Z', 'Старая'))
  expect(await exchange.item(plate)).toMatchObject({ title: 'Новая', data: { name: 'Новая' } })
})

test('a deleted row is marked without a change of the product, and can come back', async () => {
  const [plate, cup] = [readProduct({ article: 'A-1' }), readProduct({ article: 'A-2' })]
  await exchange.read(plate, cup)
  await exchange.write()
  expect(await markGone(db, exchange.runId, 'product', [plate.moy_sklad_id])).toBe(1)
  expect(await markGone(db, exchange.runId, 'product', [plate.moy_sklad_id])).toBe(0)
  expect((await exchange.item(plate)).gone_at).not.toBeNull()
  expect(await exchange.product(plate)).toMatchObject({ is_active: true })
  await exchange.readAt(new Date(Date.now() + 2000).toISOString(), plate)
  expect((await exchange.item(plate)).gone_at).toBeNull()
  expect((await exchange.log()).map(({ action }) => action)).toEqual(['create', 'create', 'gone', 'back'])
})

test('changes of several products are one audit entry with a child for each', async () => {
  const items = [readProduct({ article: 'A-1' }), readProduct({ article: 'A-2' })]
  await exchange.read(...items)
  await exchange.write()
  await exchange.read(
    ...items.map((item) => ({ ...item, data: { ...item.data, category: 'Посуда' } }) as MoySkladRead),
  )
  await exchange.write()
  const entries = await db
    .from('audit')
    .select(['action', 'user_id', 'title', 'parent_id', 'after'])
    .where('entity', '=', 'product')
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, title, after }) => [action, title, after])).toEqual([
    ['create', 'MoySklad', { created: 2 }],
    ['update', 'MoySklad', { updated: 2 }],
    ['update', 'Набор', { category: 'Посуда' }],
    ['update', 'Набор', { category: 'Посуда' }],
  ])
  expect(entries.every(({ user_id }) => user_id === null)).toBe(true)
})
