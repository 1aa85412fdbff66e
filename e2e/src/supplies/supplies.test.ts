import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeClosedWarehouse, makePacked, makeSupply, readSupply, scanKeys } from '../made/made-supplies.ts'
import { adminClient, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

test('an admin creates a planned supply, adds boxes, packs one; the status goes on and back', async () => {
  const product = await makePacked('Кружка')
  const destination = unique('Коледино')
  const closed = await makeClosedWarehouse()
  const page = await openPage()
  await signIn(page, 'admin', '/supplies')
  await page.getByRole('button', { name: 'Новая поставка' }).click()
  await page.getByRole('combobox', { name: 'Склад' }).click()
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option', { name: closed }).count()).toBe(0)
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: /Куда/ }).fill(destination)
  await page.getByRole('combobox', { name: 'Добавить набор' }).fill(product.name)
  // A shorter list may open on the other side of the field.
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.getByRole('option', { name: product.name }).click()
  await page.getByRole('textbox', { name: `Штук: ${product.name}` }).fill('3')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')

  await page.getByRole('heading', { name: /^Поставка №/ }).waitFor()
  await page.getByRole('button', { name: 'Добавить короба' }).first().click()
  await page.getByRole('textbox', { name: 'Коробов' }).fill('4')
  await page.getByRole('button', { name: 'Добавить 4 короба' }).click()
  await page.getByText('Добавлено 4 короба').waitFor()
  await page.getByRole('button', { name: 'Начать упаковку' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Упаковка' })
    .and(page.locator('[aria-current]'))
    .waitFor()
  await page.getByRole('button', { name: 'Упаковывать' }).click()
  await page.getByText('Сканер готов').waitFor()
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await page.getByText('Засчитано, ещё 2 штуки').waitFor()
  await page.getByRole('link', { name: 'Назад к поставке' }).click()

  await page.getByRole('button', { name: '1', exact: true }).click()
  await page.getByRole('complementary').getByText(product.name).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: /Состав и план/ }).click()
  await page.getByText('осталось 2').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Сканы' }).click()
  await page.getByRole('row').filter({ hasText: product.name }).getByText('+1').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Другие действия' }).click()
  await page.getByRole('menuitem', { name: 'Вернуть в черновик' }).click()
  await page.getByText(': черновик').waitFor()
  await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
  await page
    .getByText(/: упаковка|Упаковывать/)
    .first()
    .waitFor()
})

test('an admin distributes the plan among boxes, and sees first what comes of it', async () => {
  const [cups, plates] = [await makePacked('Кружка'), await makePacked('Тарелка')]
  const supply = await makeSupply({
    boxes: 1,
    plan: [
      { product_id: plates.id, quantity: 25 },
      { product_id: cups.id, quantity: 12 },
    ],
  })
  const page = await openPage({ isCut: true })
  await signIn(page, 'admin', `/supply/${supply.id}`)
  await page.getByRole('button', { name: 'Другие действия' }).click()
  await page.getByRole('menuitem', { name: 'Разложить план по коробам' }).click()
  const dialog = page.getByRole('dialog', { name: 'Разложить план по коробам' })
  await dialog.getByRole('button', { name: 'Разложить', exact: true }).click()
  await dialog.getByText('Заполните поле').waitFor()
  await dialog.getByRole('textbox', { name: /Штук в коробе/ }).fill('10')
  await dialog.getByText('5 коробов, 37 штук').waitFor()
  await dialog.getByText('1 пустой короб уже есть').waitFor()
  await dialog.getByRole('switch', { name: 'Остатки разных наборов' }).check()
  await dialog.getByText('4 короба, 37 штук').waitFor()
  const shared = dialog.getByRole('listitem').filter({ hasText: plates.name }).filter({ hasText: cups.name })
  expect(await shared.getByText('5 шт.', { exact: true }).count()).toBe(2)
  await expectAccessible(page)

  // Without a connection the form says so, and asks again as soon as there is one.
  await page.context().setOffline(true)
  await dialog.getByRole('textbox', { name: /Штук в коробе/ }).fill('9')
  await dialog.getByText('Не удалось посчитать короба').waitFor()
  await page.context().setOffline(false)
  await dialog.getByText('5 коробов, 37 штук').waitFor()
  await dialog.getByRole('textbox', { name: /Штук в коробе/ }).fill('10')
  await dialog.getByText('4 короба, 37 штук').waitFor()

  // A colleague changes the plan meanwhile, so the proposal on the screen changes too.
  const admin = await adminClient()
  await admin.call('PUT', `/supplies/${supply.id}`, { plan: [{ product_id: cups.id, quantity: 21 }] })
  await dialog.getByText('3 короба, 21 штука').waitFor()
  await dialog.getByRole('button', { name: 'Разложить в 3 короба' }).click()
  await page.getByText('План разложен в 3 короба').waitFor()
  // The header and a row for each box.
  await expect.poll(() => page.getByRole('row').count()).toBe(4)
  const { boxes } = await readSupply(supply.id)
  expect(boxes.map(({ planned_count }) => planned_count)).toEqual([10, 10, 1])
})

test('a supply is moved to the trash and restored with its boxes', async () => {
  const destination = unique('Казань')
  const supply = await makeSupply({ boxes: 2, destination })
  const page = await openPage()
  await signIn(page, 'admin', `/supply/${supply.id}`)
  await page.getByRole('button', { name: 'Другие действия' }).click()
  await page.getByRole('menuitem', { name: 'Удалить' }).click()
  await page.getByText(`Поставка № ${supply.number} удалена`).waitFor()
  await page.goto(`/supplies?deleted=only&search=${encodeURIComponent(destination)}`)
  await page.getByRole('link', { name: supply.number }).click()
  await page.getByText('Поставка в корзине').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await page.getByText(`Поставка № ${supply.number} возвращена`).waitFor()
  expect((await readSupply(supply.id)).boxes).toHaveLength(2)
})

test('boxes are copied, repacked into others, sealed and unsealed', async () => {
  const product = await makePacked('Плед')
  const supply = await makeSupply({ boxes: 2 })
  const [first] = supply.boxes
  const page = await openPage()
  await signIn(page, 'admin', `/supply/${supply.id}?pack=${first!.id}`) // the supply has two boxes
  await page.getByText('Сканер готов').waitFor()
  await scanKeys(page, { codes: [product.barcode, product.barcode], paceMs: 100 })
  await page.getByText('2 в коробе 1', { exact: true }).waitFor()
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(2)

  await page.goto(`/supply/${supply.id}?box=${first!.id}`)
  const panel = page.getByRole('complementary')
  await panel.getByText(product.name).waitFor()
  await panel.getByRole('button', { name: 'Другие действия' }).last().click()
  await page.getByRole('menuitem', { name: 'Переложить в другой короб' }).click()
  await page.getByRole('textbox', { name: 'Штук' }).fill('1')
  await page.getByRole('textbox', { name: 'В короб №' }).fill('2')
  await page.getByRole('button', { name: 'Переложить' }).click()
  await page.getByText('Переложено в короб 2').waitFor()
  await panel.getByRole('button', { name: 'Другие действия' }).first().click()
  await page.getByRole('menuitem', { name: 'Копия короба' }).click()
  await page.getByRole('textbox', { name: 'Копий' }).fill('3')
  await page.getByRole('button', { name: 'Сделать 3 копии' }).click()
  await page.getByText('Добавлено 3 короба').waitFor()
  const { boxes } = await readSupply(supply.id)
  expect(boxes.map(({ units_count }) => units_count)).toEqual([1, 1, 1, 1, 1])

  await panel.getByRole('button', { name: 'Закрыть короб' }).click()
  await panel.getByText('закрыт').waitFor()
  await panel.getByRole('button', { name: 'Открыть короб' }).click()
  await panel.getByText('идёт').waitFor()
})

test('a packing list is checked, imported and downloaded', async () => {
  const product = await makePacked('Свеча')
  const supply = await makeSupply({ boxes: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'artel-packing-list-'))
  const path = join(folder, 'Короба.csv')
  await writeFile(
    path,
    `Баркод товара;Кол-во товаров;ШК короба;Срок годности\n${product.barcode};5;WB_1000;\n${product.barcode};7;WB_1001;\nNOSUCH;1;WB_1001;\n`,
  )
  const page = await openPage()
  await signIn(page, 'admin', `/supply/${supply.id}`)
  await page.getByRole('link', { name: 'Импорт' }).click()
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  await page.locator('input[type=file]').last().setInputFiles(path)
  await page.getByText('1 строка не пройдёт').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Записать 2 без ошибочных' }).click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  await page.getByRole('link', { name: 'К поставке' }).click()
  await page.getByText('WB_1001').waitFor()
  expect(await readSupply(supply.id)).toMatchObject({ units_count: 12, boxes: [{}, {}] })

  await page.getByRole('button', { name: 'Другие действия' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Упаковочный лист, csv' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await rm(folder, { recursive: true })
})

test('on a phone supplies are cards, and staff may pack but not manage them', async () => {
  const destination = unique('Тула')
  const supply = await makeSupply({ boxes: 3, destination })
  const page = await openPage({ width: 360, theme: 'dark' })
  await signIn(page, 'staff', `/supplies?search=${encodeURIComponent(destination)}`)
  await page.getByRole('link', { name: `Поставка № ${supply.number}` }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: `Поставка № ${supply.number}` }).tap()
  await page.getByRole('button', { name: 'Короб 1' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await page.getByRole('button', { name: 'Другие действия' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Упаковывать' }).tap()
  await page.getByText('Сканер готов').waitFor()
  await expectAccessible(page)
  await page.goto('/supply/create')
  await page.getByRole('heading', { level: 1, name: /для администраторов/ }).waitFor()
})
