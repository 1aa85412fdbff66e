import { accountAt, corrAccountAt } from '@artel/contract/legal-entities/legal-entities.rules'
import type { MoySkladItem } from '@artel/contract/moysklad/moysklad.items'
import type { OrganizationData } from '@artel/contract/moysklad/moysklad.stored'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { changedThere, MoySkladExchange } from '../../../testing/moysklad/moysklad-exchange.ts'
import {
  ownership,
  readOrganization,
  readProduct,
  readStore,
} from '../../../testing/moysklad/moysklad-items.ts'
import { buildTeam, type Team } from '../../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let team: Team
let exchange: MoySkladExchange

beforeEach(async () => {
  team = await buildTeam(test_)
  db = team.db
  exchange = await MoySkladExchange.open(test_.root, db, team.people.owner)
})

const bik = '044525225'
const bank = {
  bank_name: 'Сбербанк',
  bik,
  account: accountAt(bik, '40702810000000000001'),
  corr_account: corrAccountAt(bik, '30101810000000000225'),
}
const noBank = { bank_name: null, bik: null, account: null, corr_account: null }
const wrongBank = { ...bank, account: '40702810000000000000' }
const firm = { name: 'Ромашка', inn: '7707083893', kpp: '773601001', ogrn: '1027700132195' }

const entity = () => db.from('legal_entities').selectAll().executeTakeFirstOrThrow()
const partial = async () =>
  (await exchange.log()).flatMap(({ action, failures }) =>
    action === 'partial' ? [failures.map(({ field, key }) => `${field} ${key}`)] : [],
  )

describe('a legal entity of MoySklad', () => {
  test.each<[string, Partial<OrganizationData>, object, string[]]>([
    ['an account that is not of its bank', wrongBank, noBank, ['account bad_account']],
    ['an account of other digits', { ...bank, account: '12' }, noBank, ['account digits_exactly']],
    ['an account without a bank', { account: bank.account }, noBank, ['bik bik_needed']],
    ['a wrong BIK', { ...bank, bik: '1' }, noBank, ['bik digits_exactly']],
    ['a wrong KPP', { kpp: '77' }, { kpp: null, ogrn: firm.ogrn }, ['kpp bad_kpp']],
    ['a wrong OGRN', { ogrn: '1027700132190' }, { ogrn: null, kpp: firm.kpp }, ['ogrn bad_ogrn']],
    ['no email', { email: 'нет' }, { email: null }, ['email bad_email']],
    ['a phone without end', { phone: '1'.repeat(200) }, { phone: null }, ['phone too_long']],
  ])('is written without %s, and the log names the field once', async (_, fields, expected, said) => {
    const theirs = readOrganization({ ...firm, ...fields })
    await exchange.read(theirs)
    expect(await exchange.write()).toEqual({ created: 1, tied: 0, changed: 0, failed: 0 })
    expect(await entity()).toMatchObject({ inn: firm.inn, moy_sklad_id: theirs.moy_sklad_id, ...expected })
    expect(await partial()).toEqual([said])
    expect(await exchange.planOf(theirs)).toBe('same')
    // It is logged once, even if the item is checked again.
    await exchange.wake()
    expect(await exchange.write()).toEqual({ created: 0, tied: 0, changed: 0, failed: 0 })
    expect(await partial()).toEqual([said])
  })

  test('is written without all invalid optional fields, and each is logged', async () => {
    const wrong = { ...wrongBank, kpp: '77', ogrn: '1', email: 'нет', phone: '1'.repeat(200) }
    await exchange.read(readOrganization({ ...firm, ...wrong }))
    expect(await exchange.write()).toMatchObject({ created: 1, failed: 0 })
    expect(await entity()).toMatchObject({ ...noBank, kpp: null, ogrn: null, email: null, phone: null })
    const [said] = await partial()
    expect(said?.map((one) => one.split(' ')[0]).toSorted()).toEqual([
      'account',
      'email',
      'kpp',
      'ogrn',
      'phone',
    ])
  })

  test.each<[string, Partial<OrganizationData>]>([
    ['INN', { inn: '7707083890' }],
    ['name', { name: 'я'.repeat(300) }],
  ])('is refused if its %s is invalid', async (_, fields) => {
    await exchange.read(readOrganization({ ...firm, ...wrongBank, ...fields }))
    expect(await exchange.write()).toMatchObject({ created: 0, failed: 1 })
  })

  test('keeps its account until MoySklad has a valid one again, and takes other fields', async () => {
    const theirs = readOrganization({ ...firm, ...bank })
    await exchange.read(theirs)
    await exchange.write()
    const wrong = changedThere(theirs, { ...wrongBank, director: 'Климова' })
    await exchange.read(wrong)
    expect(await exchange.write()).toMatchObject({ changed: 1, failed: 0 })
    expect(await entity()).toMatchObject({ ...bank, director: 'Климова' })
    const account = accountAt(bik, '40702810000000000009')
    await exchange.read(changedThere(wrong, { account }))
    await exchange.write()
    expect(await entity()).toMatchObject({ ...bank, account })
    expect((await exchange.item(theirs)).failures).toEqual([])
    expect((await exchange.log()).map(({ action }) => action)).toEqual([
      'create',
      'change',
      'partial',
      'change',
    ])
  })

  test('loses its KPP and OGRN if the INN changes and the new numbers are invalid', async () => {
    const theirs = readOrganization(firm)
    await exchange.read(theirs)
    await exchange.write()
    await exchange.read(changedThere(theirs, { inn: '7736050003', kpp: '77', ogrn: '1' }))
    expect(await exchange.write()).toMatchObject({ changed: 1, failed: 0 })
    expect(await entity()).toMatchObject({ inn: '7736050003', kpp: null, ogrn: null })
  })

  test('that changes its type loses the numbers that the new type does not have', async () => {
    const theirs = readOrganization(firm)
    await exchange.read(theirs)
    await exchange.write()
    await exchange.read(changedThere(theirs, { type: 'entrepreneur', inn: '500100732259' }))
    expect(await exchange.write()).toMatchObject({ changed: 1, failed: 0 })
    expect(await entity()).toMatchObject({ type: 'entrepreneur', inn: '500100732259', kpp: null, ogrn: null })
  })

  test('keeps its bank data if Artel owns the field', async () => {
    const theirs = readOrganization(firm)
    const owners = ownership('moysklad', { organization: { bank: 'artel' } })
    await exchange.read(theirs)
    await exchange.write(owners)
    await db.update('legal_entities', bank).execute()
    await exchange.read(changedThere(theirs, { ...wrongBank, director: 'Климова' }))
    expect(await exchange.write(owners)).toMatchObject({ changed: 1, failed: 0 })
    expect(await entity()).toMatchObject({ ...bank, director: 'Климова' })
    expect(await partial()).toEqual([])
  })
})

test('an invalid category or weight of a set and an invalid warehouse address are left out', async () => {
  const set = readProduct({ article: 'A-1', category: 'я'.repeat(300), weight_g: 5_000_000 })
  const store = readStore({ name: 'Тула', address: 'я'.repeat(501) })
  await exchange.read(set, store)
  expect(await exchange.write()).toMatchObject({ created: 2, failed: 0 })
  expect(await exchange.product(set)).toMatchObject({ category: null, weight_g: null })
  expect((await partial()).flat().toSorted()).toEqual([
    'address too_long',
    'category too_long',
    expect.stringContaining('weight_g'),
  ])
})

test('left-out fields are shown before and after writing, counted, logged and exported', async () => {
  const theirs = readOrganization({ ...firm, ...wrongBank })
  await exchange.read(theirs, readProduct({ article: 'A-1' }))
  await exchange.plan()
  const list = async (body: object) =>
    (await team.as.owner.post('/company/moi_sklad/items', body)).body.items as MoySkladItem[]
  const expected = [
    { title: 'Ромашка', failures: [{ field: 'account', message: expect.stringMatching(/\S/) }] },
  ]
  expect(await list({ is_partial: true })).toMatchObject([{ ...expected[0], plan: 'create' }])
  await exchange.write()
  expect(await list({ is_partial: true })).toMatchObject([{ ...expected[0], plan: 'same' }])
  expect(await list({ is_partial: false })).toHaveLength(1)
  const [listed] = await list({ is_partial: true })
  const { body } = await team.as.admin.get('/company/moi_sklad')
  const { health, log } = body.moi_sklad as { health: { part: string; partial: number }[]; log: object[] }
  expect(health.map(({ part, partial: count }) => [part, count])).toContainEqual(['organization', 1])
  expect(log).toContainEqual(expect.objectContaining({ action: 'partial', ...expected[0] }))
  for (const file of ['items', 'log'])
    expect((await team.as.owner.post(`/company/moi_sklad/${file}?format=csv`)).raw.body).toContain(
      listed?.failures[0]?.message,
    )
})
