import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { expectAccessible } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { knownItem, knownToken } from '../services/wildberries.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()
let owner: ApiClient
let entityId: number

type Entities = { legal_entities: { id: number }[] }
const connect = (token: string | null) =>
  owner.call('PUT', `/legal_entities/${entityId}/wildberries`, { token })

beforeAll(async () => {
  owner = new ApiClient(site().address)
  await owner.signIn(people.owner.login, password)
  entityId = (await owner.call<Entities>('POST', '/legal_entities')).legal_entities[0]?.id ?? 0
  await connect(knownToken)
})
afterAll(() => connect(null))

test('fills only empty fields of a form from Wildberries, and none for an unknown item', async () => {
  const refusals = [`404 GET /api/products/wildberries/item/1`]
  const page = await openPage({ refusals })
  await signIn(page, 'admin', '/set/create')
  await page.getByLabel('Название', { exact: true }).fill('Мои полотенца')
  await page.getByRole('button', { name: 'Заполнить из Wildberries' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Артикул WB или ссылка').fill('1')
  await page.keyboard.press('Enter')
  await dialog.getByText('На Wildberries нет товара 1').waitFor()
  await dialog
    .getByLabel('Артикул WB или ссылка')
    .fill(`https://www.wildberries.ru/catalog/${knownItem}/detail.aspx`)
  await page.keyboard.press('Enter')
  await dialog.getByText('Зотова Дом').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Заполнить форму' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Название', { exact: true }).inputValue()).toBe('Мои полотенца')
  expect(await page.getByLabel('Артикул', { exact: true }).inputValue()).toBe('UY-3')
  expect(await page.getByLabel('Штрихкод 1', { exact: true }).inputValue()).toBe('4600000000015')
})
