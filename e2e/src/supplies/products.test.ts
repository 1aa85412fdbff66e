import { checkDigit } from '@artel/contract/products/products.rules'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { adminClient, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel)

/** A unique barcode. */
const barcode = () => {
  const start = `29${Math.random().toFixed(10).slice(2)}`
  return `${start}${checkDigit(start)}`
}
const article = () => `E2E-${Math.random().toString(36).slice(2, 10).toUpperCase()}`

/** Creates a product before the test begins. */
async function makeProduct(fields: object = {}): Promise<{ id: number; name: string; article: string }> {
  const api = await adminClient()
  const draft = { name: unique('Набор'), article: article(), ...fields }
  const { product } = await api.call<{ product: { id: number; name: string; article: string } }>(
    'POST',
    '/products/create',
    draft,
  )
  return product
}

async function makeTask(product_id: number): Promise<void> {
  await (await adminClient()).call('POST', '/tasks/create', { product_id })
}

async function openSets(page: Page, who: 'admin' | 'staff' = 'admin') {
  await signIn(page, who, '/sets')
  await page.getByRole('heading', { level: 1, name: 'Наборы' }).waitFor()
}

async function openSet(page: Page, { id, name }: { id: number; name: string }, who: 'admin' | 'staff') {
  await signIn(page, who, `/set/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

describe('on a desktop', () => {
  test('a set is created by keyboard and scanner, found by its barcode, changed, and deleted', async () => {
    const name = unique('Набор «Верба»')
    const [first, second] = [barcode(), barcode()]
    const page = await openPage()
    await openSets(page)
    await row(page, 'Набор «Уют», махровый').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('KeyN')
    await page.getByLabel('Название', { exact: true }).waitFor()
    await page.keyboard.type(name)
    await page.getByLabel('Артикул', { exact: true }).fill(article())
    await page.getByLabel('Штрихкод 1', { exact: true }).focus()
    // A scanner types the code and Enter.
    await page.keyboard.type(`${first}\n`)
    await expect.poll(() => focusedName(page)).toBe('Штрихкод 2')
    await page.keyboard.type(`${second}\n`)
    await page.getByLabel('Оплата').fill('16,50')
    await page.getByLabel('Норма').fill('95')
    await page.getByText('1 мин 35 с').waitFor()
    await page.getByRole('button', { name: 'Добавить в состав' }).click()
    await page.keyboard.type('Лента\n')
    await expect.poll(() => focusedName(page)).toBe('Что входит, строка 2')
    await page.getByLabel('Остаток: Тула').fill('40')
    await expectAccessible(page)
    await page.keyboard.press('Control+KeyS')
    await notice(page, `Создан набор: ${name}`).waitFor()
    await page.waitForURL(/\/set\/\d+$/)
    // Blank rows were not sent.
    await page.getByLabel('Штрихкод 2', { exact: true }).waitFor()
    expect(await page.getByLabel('Штрихкод 3', { exact: true }).count()).toBe(0)
    expect(await page.getByLabel('Что входит, строка 2').count()).toBe(0)

    await page.getByRole('link', { name: 'Наборы' }).last().click()
    await page.getByRole('searchbox').fill(second)
    await row(page, name).getByText('16,50').waitFor()
    await row(page, name).getByText('Тула 40').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await row(page, name).getByRole('link', { name }).click()

    await page.getByLabel('Вес').fill('450')
    await page.getByText('Изменено: вес').waitFor()
    await page.getByLabel('Включён').uncheck()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await notice(page, `Сохранено: ${name}`).waitFor()
    await page.getByText('отключён', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Вес').inputValue()).toBe('450')

    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Удалить набор' }).click()
    const question = page.getByRole('dialog', { name: `Удалить ${name}?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Удалить набор' }).click()
    await notice(page, `Удалён набор: ${name}`).waitFor()
    await page.waitForURL('**/sets')
  })

  test('a mistake in a barcode is shown at that barcode', async () => {
    const taken = barcode()
    const other = await makeProduct({ barcodes: [taken] })
    const right = barcode()
    const wrong = right.slice(0, -1) + ((Number(right.at(-1)) + 1) % 10)
    const page = await openPage({ refusals: ['422 POST /api/products/create'] })
    await signIn(page, 'admin', '/set/create')
    await page.getByLabel('Название', { exact: true }).fill(unique('Набор'))
    await page.getByLabel('Артикул', { exact: true }).fill('АB-1')
    await page.getByText('Буква «А» в «АB» русская').waitFor()
    await page.getByLabel('Артикул', { exact: true }).fill(article())
    await page.getByLabel('Штрихкод 1', { exact: true }).focus()
    await page.keyboard.type(`${wrong}\n`)
    await page.getByText(`в конце должно быть ${right.at(-1)}`).waitFor()
    await expectAccessible(page)
    // One field is left blank: the third field is the second that is sent.
    await page.getByLabel('Штрихкод 1', { exact: true }).fill(right)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Добавить штрихкод' }).click()
    await page.getByLabel('Штрихкод 3', { exact: true }).fill(taken)
    await page.getByRole('button', { name: 'Создать набор' }).click()
    await page.getByText(`Этот штрихкод уже у набора ${other.article}`).waitFor()
    await expect.poll(() => focusedName(page)).toBe('Штрихкод 3')
    await page.getByLabel('Штрихкод 3', { exact: true }).fill(right)
    await page.getByText('Этот штрихкод указан здесь дважды').waitFor()
    await page.getByRole('button', { name: 'Убрать штрихкод 3' }).click()
    await page.getByRole('button', { name: 'Создать набор' }).click()
    await page.waitForURL(/\/set\/\d+$/)
  })

  test('a set that tasks use is switched off instead of deleted', async () => {
    const product = await makeProduct({ money: 1000 })
    await makeTask(product.id)
    const page = await openPage({ refusals: [`409 POST /api/products/${product.id}`] })
    await openSet(page, product, 'admin')
    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Удалить набор' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить набор' }).click()
    await notice(page, 'есть задачи').getByRole('button', { name: 'Отключить' }).click()
    await page.getByText('отключён', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Включён').isChecked()).toBe(false)
    await page.getByRole('link', { name: 'Задачи' }).last().click()
    await page.getByRole('button', { name: product.name }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })

  test('asks the second editor to resolve a conflict, and asks before typed data is lost', async () => {
    const product = await makeProduct()
    const refusals: string[] = []
    const [mine, theirs] = [await openPage({ refusals }), await openPage()]
    await openSet(mine, product, 'admin')
    await mine.getByLabel('Бренд').fill('Мой')
    await openSet(theirs, product, 'admin')
    await theirs.getByLabel('Бренд').fill('Её')
    await theirs.getByRole('button', { name: 'Сохранить' }).click()
    await notice(theirs, 'Сохранено').waitFor()
    const refused = mine.waitForResponse((response) => response.status() === 409)
    await mine.getByRole('button', { name: 'Сохранить' }).click()
    refusals.push(`409 POST ${new URL((await refused).url()).pathname}`)
    const question = mine.getByRole('dialog', { name: /Пока вы правили/ })
    await question.getByText('У них: Её').waitFor()
    await question.getByRole('button', { name: 'Сохранить выбранное' }).click()
    await notice(mine, 'Сохранено').waitFor()
    await expect.poll(() => theirs.getByLabel('Бренд').inputValue()).toBe('Мой')

    await mine.getByLabel('Категория').fill('Не потерять')
    await mine.getByRole('link', { name: 'Наборы' }).last().click()
    const warning = mine.getByRole('dialog', { name: 'Уйти без сохранения?' })
    await warning.getByRole('button', { name: 'Остаться' }).click()
    expect(await mine.getByLabel('Категория').inputValue()).toBe('Не потерять')
  })

  test('a copy has all data of a set except its article and barcodes', async () => {
    const product = await makeProduct({ barcodes: [barcode()], money: 2500, brand: 'Тропа' })
    const page = await openPage()
    await openSet(page, product, 'admin')
    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Скопировать как новый' }).click()
    await page.getByRole('heading', { level: 1, name: 'Новый набор' }).waitFor()
    await expect.poll(() => page.getByLabel('Бренд').inputValue()).toBe('Тропа')
    expect(await page.getByLabel('Оплата').inputValue()).toBe('25')
    expect(await page.getByLabel('Артикул', { exact: true }).inputValue()).toBe('')
    expect(await page.getByLabel('Штрихкод 1', { exact: true }).inputValue()).toBe('')
  })
})

describe('tasks', () => {
  test('a task of a set gets its money from the rates and shows the set', async () => {
    const code = barcode()
    const product = await makeProduct({
      barcodes: [code],
      money: 1650,
      coins: 2,
      norm_seconds: 90,
    })
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('button', { name: 'Новая задача' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Количество').fill('40')
    await form.getByLabel('Набор').fill(code)
    await page.getByRole('option', { name: product.name }).click()
    await form.getByText('40 × 16,50').waitFor()
    expect(await form.getByLabel('Что сделать').inputValue()).toBe(product.name)
    expect(await form.getByLabel('Оплата за всю задачу').inputValue()).toBe('660')
    await form.getByLabel('Количество').fill('10')
    await expect.poll(() => form.getByLabel('Монеты за всю задачу').inputValue()).toBe('20')
    await form.getByLabel('Оплата за всю задачу').fill('200')
    await form.getByText(/По расценке 10 × 16,50\s₽ = 165\s₽/).waitFor()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Создать задачу' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Открыть' }).click()
    await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
    const facts = page.getByRole('complementary', { name: 'Сведения' })
    await facts.getByText(/^200\s₽$/).waitFor()
    await page.getByRole('button', { name: `Скопировать: ${code}` }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: product.name }).click()
    await page.waitForURL(`**/set/${product.id}`)
  })

  test('a row among many new tasks names a set and takes its rates', async () => {
    const product = await makeProduct({ money: 1500, coins: 1 })
    const page = await openPage()
    await signIn(page, 'admin', `/tasks?product_id=%5B${product.id}%5D`)
    await page.getByRole('button', { name: 'Сразу несколько' }).click()
    const sheet = page.getByRole('dialog', { name: 'Сразу несколько задач' })
    await sheet.getByLabel('Что сделать, строка 1').fill(product.article)
    await sheet.getByLabel('Количество, строка 1').fill('30')
    await sheet.getByRole('img', { name: /^Это набор/ }).waitFor()
    await sheet.getByText(/^450\s₽$/).waitFor()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Создать 1 задачу' }).click()
    await sheet.waitFor({ state: 'detached' })
    await row(page, product.name)
      .getByText(/^450\s₽$/)
      .waitFor()
  })

  test('the list is filtered by a set that is found by search', async () => {
    const product = await makeProduct({ money: 1500 })
    await makeTask(product.id)
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
    await page.getByRole('button', { name: 'Набор', exact: true }).click()
    await page.getByRole('textbox', { name: 'Набор' }).fill(product.article)
    await page.getByRole('checkbox', { name: product.name, exact: true }).check()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await row(page, product.name).waitFor()
    await page.reload()
    await page.getByRole('button', { name: product.name }).waitFor()
  })
})

test('staff read a set on a phone: photo, barcodes, components', async () => {
  const page = await openPage({ width: 360 })
  await openSets(page, 'staff')
  expect(await page.getByRole('button', { name: 'Новый набор' }).count()).toBe(0)
  await page.getByRole('searchbox').fill('UYUT-M-01')
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('article').tap()
  await page.getByRole('heading', { level: 1, name: 'Набор «Уют», махровый' }).waitFor()
  await page.getByRole('cell', { name: 'Вкладыш «Уют»' }).waitFor()
  await page
    .getByRole('button', { name: /^Скопировать: 20\d{11}$/ })
    .first()
    .waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^Открыть/ }).tap()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
})

test('the form fits a phone, in English', async () => {
  const product = await makeProduct({ components: [{ name: 'Ribbon', quantity: 2 }], barcodes: [barcode()] })
  const page = await openPage({ width: 360, locale: 'en' })
  await openSet(page, product, 'admin')
  await page.getByLabel('Part, row 1').waitFor()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Weight').fill('300')
  await page.getByRole('button', { name: 'Save' }).tap()
  await notice(page, `Saved: ${product.name}`).waitFor()
  await page.goto('/sets?search=nothing-like-this')
  await page.getByText('Nothing found').waitFor()
  await expectAccessibleInBothThemes(page)
})
