import {
  accountAt,
  corrAccountAt,
  innDigit,
  ogrnDigit,
} from '@artel/contract/legal-entities/legal-entities.rules'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { unique } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { knownToken } from '../services/wildberries.ts'

const { openPage } = useBrowser()

const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const digits = (count: number) => Math.random().toFixed(count).slice(2)
const withInnDigit = (start: string) => start + innDigit(start)
const companyInn = () => withInnDigit(`77${digits(7)}`)
const personInn = () => withInnDigit(withInnDigit(`77${digits(8)}`))
const withOgrnDigit = (start: string) => start + ogrnDigit(start)
const bik = '040000940'
const account = accountAt(bik, '40702810000000000007')
const corrAccount = corrAccountAt(bik, '30101810000000000940')

async function openEntities(page: Page, who: 'admin' | 'owner' = 'admin') {
  await signIn(page, who, '/legal_entities')
  await page.getByRole('heading', { level: 1, name: 'Юрлица' }).waitFor()
}

/** Creates a legal entity through the form. */
async function createEntity(page: Page, name: string, inn: string) {
  await page.getByRole('button', { name: 'Новое юрлицо' }).click()
  await dialog(page).getByLabel('Название', { exact: true }).fill(name)
  await dialog(page).getByLabel('ИНН').fill(inn)
  await dialog(page).getByRole('button', { name: 'Добавить юрлицо' }).click()
  await notice(page, `Добавлено: ${name}`).waitFor()
  await dialog(page).waitFor({ state: 'detached' })
}

async function openMenu(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Другие действия: ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('on a desktop', () => {
  test('numbers are checked while typing, spaces are removed, and requisites are copied', async () => {
    const name = unique('ООО «Верба»')
    const inn = companyInn()
    const wrongInn = inn.slice(0, -1) + ((Number(inn.at(-1)) + 1) % 10)
    const page = await openPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openEntities(page)
    await expectAccessible(page)
    await page.keyboard.press('KeyN')
    const form = dialog(page)
    await form.getByLabel('Название', { exact: true }).fill(name)
    await form.getByLabel('ИНН').fill('77')
    expect(await form.getByText('Нужно ровно 10 цифр').count()).toBe(0)
    await form.getByLabel('КПП').fill('7701 01001')
    await form.getByText('Нужно ровно 10 цифр').waitFor()
    await form.getByLabel('ИНН').fill(wrongInn)
    await form.getByText('Контрольная цифра ИНН не сходится').waitFor()
    await expectAccessible(page)
    await form.getByLabel('ИНН').fill(`${inn.slice(0, 4)} ${inn.slice(4)}`)
    await form.getByText('Контрольная цифра ИНН не сходится').waitFor({ state: 'detached' })
    expect(await form.getByLabel('ИНН').inputValue()).toBe(inn)
    await form.getByLabel('ОГРН').fill(withOgrnDigit('119770000001'))
    await form.getByLabel('Расчётный счёт').fill(account)
    await form.getByText('Укажите БИК').waitFor()
    await form.getByLabel('БИК').fill('040000941')
    await form.getByText('Счёт не подходит к этому БИК').waitFor()
    await form.getByLabel('БИК').fill(bik)
    await form.getByText('в конце обычно 940').waitFor()
    await form.getByLabel('Корр. счёт').fill(corrAccount)
    await page.keyboard.press('Control+KeyS')
    await notice(page, `Добавлено: ${name}`).waitFor()
    await row(page, name).getByText(inn).waitFor()
    await row(page, name).getByRole('button', { name: 'Скопировать реквизиты' }).click()
    await notice(page, `Реквизиты скопированы: ${name}`).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')).toEqual([
      name,
      `ИНН: ${inn}`,
      'КПП: 770101001',
      `ОГРН: ${withOgrnDigit('119770000001')}`,
      `БИК: ${bik}`,
      `Расчётный счёт: ${account}`,
      `Корр. счёт: ${corrAccount}`,
    ])
  })

  test('an invalid form is not sent, and each type has its own fields', async () => {
    const page = await openPage()
    await openEntities(page)
    await page.getByRole('button', { name: 'Новое юрлицо' }).click()
    const form = dialog(page)
    await form.getByLabel('Название', { exact: true }).fill('ИП Ива')
    await form.getByLabel('ИНН').fill('7707083894')
    await form.getByRole('button', { name: 'Добавить юрлицо' }).click()
    await expect
      .poll(() => form.getByLabel('ИНН').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await form.getByRole('combobox', { name: 'Вид' }).click()
    await page.getByRole('option', { name: 'Самозанятый' }).click()
    expect(await form.getByLabel(/КПП|ОГРН|Руководитель/).count()).toBe(0)
    await form.getByRole('combobox', { name: 'Вид' }).click()
    await page.getByRole('option', { name: 'Предприниматель' }).click()
    await form.getByLabel('ОГРНИП').waitFor()
    await form.getByText('Контрольная цифра ИНН не сходится').waitFor({ state: 'detached' })
  })

  test('an INN that already exists is reported at its field', async () => {
    const name = unique('ООО «Осина»')
    const inn = companyInn()
    const page = await openPage({ refusals: ['422 POST /api/legal_entities/create'] })
    await openEntities(page)
    await createEntity(page, name, inn)
    await page.getByRole('button', { name: 'Новое юрлицо' }).click()
    const form = dialog(page)
    await form.getByLabel('Название', { exact: true }).fill(name)
    await form.getByLabel('ИНН').fill(inn)
    await form.getByRole('button', { name: 'Добавить юрлицо' }).click()
    await form.getByText('Юрлицо с таким ИНН и КПП уже есть').waitFor()
    // A branch has its own KPP, so a KPP resolves the conflict.
    await form.getByLabel('КПП').fill('770143001')
    await form.getByText('Юрлицо с таким ИНН и КПП уже есть').waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Добавить юрлицо' }).click()
    await form.waitFor({ state: 'detached' })
  })

  test('another legal entity becomes the default, live for a colleague', async () => {
    const name = unique('ООО «Липа»')
    const page = await openPage()
    await openEntities(page)
    await createEntity(page, name, companyInn())
    const colleague = await openPage()
    await openEntities(colleague, 'owner')
    await row(colleague, name).waitFor()
    await openMenu(page, name, 'Сделать основным')
    await notice(page, `Основное теперь ${name}`).waitFor()
    for (const each of [page, colleague]) await row(each, name).getByText('Основное').waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Основное' }).count()).toBe(1)
  })

  test('asks the second editor to resolve conflicts, field by field', async () => {
    const name = unique('ООО «Клён»')
    const refusals: string[] = []
    const [mine, theirs] = [await openPage({ refusals }), await openPage()]
    await openEntities(mine)
    await createEntity(mine, name, companyInn())
    await mine.getByRole('button', { name, exact: true }).click()
    await dialog(mine).getByLabel('Руководитель').fill('Мой')
    await openEntities(theirs, 'owner')
    await theirs.getByRole('button', { name, exact: true }).click()
    await dialog(theirs).getByLabel('Руководитель').fill('Её')
    await dialog(theirs).getByLabel('Телефон').fill('204-18-33')
    await dialog(theirs).getByRole('button', { name: 'Сохранить изменения' }).click()
    await notice(theirs, `Сохранено: ${name}`).waitFor()
    const refused = mine.waitForResponse((response) => response.status() === 409)
    await dialog(mine).getByRole('button', { name: 'Сохранить изменения' }).click()
    refusals.push(`409 POST ${new URL((await refused).url()).pathname}`)
    const question = mine.getByRole('dialog', { name: /Пока вы правили/ })
    await question.getByText(people.owner.name).waitFor()
    await question.getByText('У них: Её').waitFor()
    await expectAccessible(mine)
    await question.getByRole('button', { name: 'Сохранить выбранное' }).click()
    await notice(mine, `Сохранено: ${name}`).waitFor()
    await theirs.reload()
    await theirs.getByRole('button', { name, exact: true }).click()
    expect(await dialog(theirs).getByLabel('Телефон').inputValue()).toBe('204-18-33')
    expect(await dialog(theirs).getByLabel('Руководитель').inputValue()).toBe('Мой')
  })

  test('an owner deletes a legal entity and restores it; an admin cannot delete it', async () => {
    const name = unique('ООО «Рябина»')
    const inn = companyInn()
    const admin = await openPage()
    await openEntities(admin)
    await createEntity(admin, name, inn)
    await admin.getByRole('button', { name: `Другие действия: ${name}` }).click()
    await admin.getByRole('menuitem', { name: 'Изменить' }).waitFor()
    expect(await admin.getByRole('menuitem', { name: 'Удалить юрлицо' }).count()).toBe(0)
    const owner = await openPage()
    await openEntities(owner, 'owner')
    await openMenu(owner, name, 'Удалить юрлицо')
    await dialog(owner).getByText(`ИНН ${inn}`).waitFor()
    await dialog(owner).getByRole('button', { name: 'Удалить юрлицо' }).click()
    await row(owner, name).waitFor({ state: 'detached' })
    await notice(owner, `Удалено: ${name}`).getByRole('button', { name: 'Вернуть' }).click()
    await row(owner, name).getByText(inn).waitFor()
  })
})

describe('Wildberries', () => {
  test('is connected by an owner with their password, and disconnected; an admin sees it', async () => {
    const name = unique('ООО «Осина»')
    const refusals: string[] = []
    const page = await openPage({ refusals })
    await openEntities(page, 'owner')
    await createEntity(page, name, companyInn())
    await page.getByRole('button', { name, exact: true }).click()
    const section = page.getByRole('region', { name: 'Wildberries' })
    await section.getByText('Не подключено').waitFor()
    await section.getByRole('button', { name: 'Подключить' }).click()
    await page.getByLabel('Ваш пароль').fill(password)
    await page.keyboard.press('Enter')
    const token = page.getByLabel('Токен', { exact: true })
    await token.fill('no-token-of-theirs')
    const refused = page.waitForResponse((response) => response.status() === 422)
    await page.keyboard.press('Enter')
    refusals.push(`422 POST ${new URL((await refused).url()).pathname}`)
    await page.getByText('Wildberries не принимает этот токен').waitFor()
    await expectAccessible(page)
    // With spaces, as a copied token may have.
    await token.fill(` ${knownToken} `)
    await page.keyboard.press('Enter')
    await notice(page, `Wildberries подключён: ${name}`).waitFor()
    await section.getByText('Подключено, токен ••••1234').waitFor()
    await expectAccessible(page)

    const admin = await openPage({ width: 360, theme: 'dark' })
    await openEntities(admin)
    await admin.getByRole('searchbox').fill(name)
    await admin.getByRole('button', { name, exact: true }).tap()
    const seen = admin.getByRole('region', { name: 'Wildberries' })
    await seen.getByText('Подключено, токен ••••1234').waitFor()
    await seen.getByText('Подключает и отключает владелец').waitFor()
    await expectAccessible(admin)
    await expectNoSidewaysScroll(admin)

    await section.getByRole('button', { name: 'Отключить' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Отключить' }).click()
    await section.getByText('Не подключено').waitFor()
  })
})

describe('on a phone', () => {
  test('a card opens the form, and everything fits the screen', async () => {
    const name = unique('ИП Берёза')
    const page = await openPage({ width: 360, theme: 'dark' })
    await openEntities(page)
    await page.getByRole('button', { name: 'Новое юрлицо' }).tap()
    const form = dialog(page)
    await form.getByLabel('Вид').selectOption('entrepreneur')
    await form.getByLabel('Название', { exact: true }).fill(name)
    await form.getByLabel('ИНН').fill(personInn())
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await form.getByRole('button', { name: 'Добавить юрлицо' }).tap()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill(name)
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('article').tap()
    await form.getByLabel('Телефон').fill('204-18-33')
    await form.getByRole('button', { name: 'Сохранить изменения' }).tap()
    await notice(page, `Сохранено: ${name}`).waitFor()
  })

  test('shows in English that a search finds nothing', async () => {
    const page = await openPage({ width: 360, locale: 'en' })
    await signIn(page, 'admin', '/legal_entities?search=nothing-like-this')
    await page.getByText('Nothing found').waitFor()
    await expectAccessible(page)
  })
})

test('staff are told that the page is for admins', async () => {
  const page = await openPage()
  await signIn(page, 'staff', '/legal_entities')
  await page.getByRole('heading', { name: 'Эта страница для администраторов' }).waitFor()
  expect(await page.getByRole('link', { name: 'Юрлица' }).count()).toBe(0)
})
