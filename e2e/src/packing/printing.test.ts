import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, openPacking, scanKeys } from '../made/made-supplies.ts'
import { adminClient } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'
import { printerAt, printerName, sparePrinterName } from '../services/printer.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

const printer = () => printerAt(site().printer)
/** A print begins within a second or two, and a printer that did not go on is asked again after five. */
const patience = { timeout: 20_000 }

async function choosePrinter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Принтер этого места не выбран' }).click()
  const dialog = page.getByRole('dialog', { name: 'Принтер этого места' })
  await dialog.getByRole('combobox', { name: 'Принтер' }).or(dialog.getByLabel('Принтер')).first().click()
  await page.getByRole('option', { name: printerName }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: `Принтер этого места: ${printerName}` }).waitFor()
}

test('a closed box prints its label on the printer of the place', async () => {
  const product = await makePacked('Свеча')
  const supply = await makeSupply({ boxes: 2, plan: [{ product_id: product.id, quantity: 5 }] })
  const before = await printer().countLabels()
  const page = await openPage()
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // it has two boxes
  await choosePrinter(page)
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await page.getByText('Засчитано, ещё 4 штуки').waitFor()
  await page.getByRole('button', { name: 'Закрыть короб и взять следующий' }).click()
  await page.getByText('Короб 1: Напечатано').waitFor(patience)
  expect(await printer().countLabels()).toBe(before + 1)

  // The place keeps its printer.
  await page.reload()
  await page.getByRole('button', { name: `Принтер этого места: ${printerName}` }).waitFor()
})

test('a print without paper says so, and goes on when there is some', async () => {
  const supply = await makeSupply({ boxes: 3 })
  await printer().tell({ trouble: 'no_paper' })
  const before = await printer().countLabels()
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`/supply/${supply.id}`)
  await page.getByRole('button', { name: 'Другие действия' }).first().click()
  await page.getByRole('menuitem', { name: 'На принтер…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Этикетки всех коробов — на принтер' })
  await dialog.getByRole('button', { name: 'Напечатать 3 этикетки' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Напечатать 3 этикетки' }).click()
  await page.getByText(`Отправлено на принтер ${printerName}`).waitFor()
  await page.getByRole('link', { name: 'Печать' }).click()
  await page.getByText('Ждёт: нет бумаги').waitFor(patience)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await printer().tell({ trouble: null })
  await page.getByText('Напечатано', { exact: true }).waitFor(patience)
  expect(await printer().countLabels()).toBe(before + 3)
})

test('a print behind another waits for the same reason, and is printed on another printer', async () => {
  const supply = await makeSupply({ boxes: 2 })
  await printer().tell({ trouble: 'no_paper' })
  const client = await adminClient()
  const print = async (box: number) => {
    const draft = { supply_id: supply.id, printer: printerName, box_ids: [supply.boxes[box]!.id] } // it has two
    await client.call('POST', '/prints/create', draft)
  }
  await print(0)
  await print(1)
  const before = await printer().countLabels()
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`/supply/${supply.id}?tab=prints`)
  const row = (box: number) => page.getByRole('row', { name: `Короб ${box}` })
  await row(1).getByText('Ждёт: нет бумаги').waitFor(patience)
  await row(2).getByText('Ждёт: нет бумаги').waitFor()
  const press = async (box: number, name: string) => {
    await row(box).getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await press(1, 'Отменить')
  await row(1).getByText('Отменено').waitFor()
  await printer().tell({ trouble: null })
  await row(2).getByText('Напечатано').waitFor(patience)
  await press(1, `Ещё раз на «${sparePrinterName}»`)
  await page.getByRole('row', { name: sparePrinterName }).getByText('Напечатано').waitFor(patience)
  expect(await printer().countLabels()).toBe(before + 2)
})

test('a print that waits is cancelled and printed again', async () => {
  const supply = await makeSupply({ boxes: 1 })
  await printer().tell({ trouble: 'head_open' })
  const client = await adminClient()
  await client.call('POST', '/prints/create', { supply_id: supply.id, printer: printerName })
  const before = await printer().countLabels()
  const page = await openPage()
  await signIn(page, 'staff')
  await page.goto(`/supply/${supply.id}?tab=prints`)
  await page.getByText('Ждёт: открыта крышка').waitFor(patience)
  const press = async (name: string) => {
    await page.getByRole('button', { name: 'Другие действия' }).last().click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await press('Отменить')
  await page.getByText('Отменено', { exact: true }).waitFor()
  await printer().tell({ trouble: null })
  await press('Ещё раз')
  await page.getByText('Напечатано', { exact: true }).waitFor(patience)
  expect(await printer().countLabels()).toBe(before + 1)
})
