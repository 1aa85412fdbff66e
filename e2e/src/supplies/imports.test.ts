import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { adminClient } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

let folder: string
let mark: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-import-'))
  // A mark of this test in the articles and in the file name.
  mark = Math.random().toString(36).slice(2, 8).toUpperCase()
})
afterEach(() => rm(folder, { recursive: true }))

async function fileOf(rows: readonly string[], header = 'Артикул;Название;Штрихкоды;Оплата;Норма, с') {
  const path = join(folder, `Наборы ${mark}.csv`)
  await writeFile(path, `${header}\n${rows.join('\n')}\n`)
  return path
}

async function begin(page: Page, path: string): Promise<void> {
  await signIn(page, 'admin', '/sets/import')
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  await page.locator('input[type=file]').last().setInputFiles(path)
}

const nameOf = async (article: string) => {
  const list = await (await adminClient()).call<{ products: { article: string; name: string }[] }>(
    'POST',
    '/products',
    {
      search: article,
    },
  )
  return list.products.find((product) => product.article === article)?.name
}

test('an admin checks a file, fixes a cell, imports the file, and undoes the import', async () => {
  const path = await fileOf([
    `I-${mark}-1;Кружка;;12,50;60`,
    `I-${mark}-2;Свеча;;9;две`,
    `I-${mark}-3;Плед;4607086560144;17;90`,
  ])
  const page = await openPage()
  await begin(page, path)
  await page.getByRole('heading', { name: 'Проверка перед импортом' }).waitFor()
  await page.getByText('2 строки не пройдут').waitFor()
  await page.getByText('Не сходится контрольная цифра: в конце должно быть 3').waitFor()
  await expectAccessible(page)
  expect(await nameOf(`I-${mark}-1`)).toBeUndefined()

  await page.getByRole('button', { name: /Исправить «Норма, с» в строке 3/ }).press('Enter')
  await page.getByRole('textbox', { name: /Исправить «Норма, с» в строке 3/ }).fill('25')
  await page.keyboard.press('Enter')
  await page.getByText('1 строка не пройдёт').waitFor()
  await page.getByRole('button', { name: 'Записать 2 без ошибочных' }).click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  expect(await nameOf(`I-${mark}-2`)).toBe('Свеча')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Мой файл с пометками' }).click()
  expect((await download).suggestedFilename()).toContain(mark)
  await expectAccessible(page)

  // The import is found again later and undone as a whole.
  await page.getByRole('button', { name: 'Загрузить ещё файл' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: mark })
    .getByRole('button', { name: /Наборы/ })
    .click()
  await page.getByRole('button', { name: 'Отменить импорт' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить импорт' }).click()
  await page.getByText('Всё возвращено, как было').waitFor()
  expect(await nameOf(`I-${mark}-1`)).toBeUndefined()
})

test('unknown columns are mapped by hand, and a file that is not a table is reported', async () => {
  const page = await openPage({ refusals: ['422 POST /api/imports/look'] })
  await begin(page, await fileOf([`J-${mark};Ваза`], 'Код;Имя'))
  await page.getByRole('heading', { name: 'Какой столбец что значит' }).waitFor()
  await page.getByText('Укажите, в каком столбце «Артикул»').waitFor()
  await page.getByLabel('Поле: Код').selectOption({ label: 'Артикул' })
  await page.getByLabel('Поле: Имя').selectOption({ label: 'Название' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Проверить' }).click()
  await page.getByText('Ошибок нет').waitFor()
  await page.getByRole('button', { name: 'Записать 1' }).click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  expect(await nameOf(`J-${mark}`)).toBe('Ваза')

  await page.goto('/sets/import')
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  const pdf = { name: 'Наборы.xlsx', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }
  await page.locator('input[type=file]').last().setInputFiles(pdf)
  await page.getByText('Это не таблица').waitFor()
})

test('knows the titles of the list itself, and shows a column that will be ignored beforehand', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/sets')
  await page.getByRole('row').nth(3).waitFor()
  const headers = await page.getByRole('columnheader').allTextContents()
  const shown = headers.flatMap((title) => title.split(',')[0]?.trim() || [])
  expect(shown).toContain('Расценка')
  const titles = ['Артикул', ...shown]
  await page.goto('/sets/import')
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  const rows = titles.map((title) =>
    title === 'Артикул' ? `L-${mark}` : title === 'Расценка' ? '12,50' : '1',
  )
  const choose = async (path: string) => page.locator('input[type=file]').last().setInputFiles(path)
  await choose(await fileOf([rows.join(';')], titles.join(';')))
  await page.getByRole('heading', { name: 'Какой столбец что значит' }).waitFor()
  const left = await page
    .getByRole('combobox')
    .evaluateAll((selects) =>
      selects.flatMap((select) =>
        (select as HTMLSelectElement).value === '' ? [select.getAttribute('aria-label')] : [],
      ),
    )
  expect(left).toEqual(['Поле: Остаток'])
  await page.getByText('Один столбец никуда не попадёт').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Проверить' }).click()
  await page.getByRole('heading', { name: 'Проверка перед импортом' }).waitFor()

  // The next file with the same titles gets the same mapping.
  await page.goto('/sets/import')
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  await choose(await fileOf([rows.join(';')], titles.join(';')))
  await page.getByRole('heading', { name: 'Проверка перед импортом' }).waitFor()
  await page.getByRole('button', { name: /^Записать 1/ }).click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  await page.getByText('создан', { exact: true }).waitFor()
})

test('on a phone a row is a card, and its wrong cell is fixed there', async () => {
  const page = await openPage({ width: 360, theme: 'dark' })
  await begin(page, await fileOf([`K-${mark};Кружка;12 34;5;1`]))
  await page.getByText('1 строка не пройдёт').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Исправить «Штрихкоды»/ }).tap()
  await page.getByRole('textbox', { name: /Исправить «Штрихкоды»/ }).fill(`K${mark}`)
  await page.keyboard.press('Enter')
  await page.getByText('Ошибок нет').waitFor()
})

test('staff are told that imports are for admins', async () => {
  const page = await openPage()
  await signIn(page, 'staff', '/sets/import')
  await page.getByRole('heading', { level: 1, name: /для администраторов/ }).waitFor()
})
