import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, readSupply } from '../made/made-supplies.ts'
import { adminClient } from '../made/made-tasks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

/** A file of Wildberries: three empty boxes. */
const template = fileURLToPath(new URL('./wildberries-boxes.xlsx', import.meta.url))
const codes = ['WB_1500000001', 'WB_1500000002', 'WB_1500000003']

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

test('a Wildberries file creates its boxes, and is filled with their content', async () => {
  const product = await makePacked('Кружка')
  const supply = await makeSupply({ boxes: 0 })
  const page = await openPage()
  await signIn(page, 'admin', `/supply/${supply.id}`)
  await page.getByRole('link', { name: 'Импорт' }).click()
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  await page.locator('input[type=file]').last().setInputFiles(template)
  await page.getByRole('button', { name: /^Записать/ }).click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  await page.getByRole('link', { name: 'К поставке' }).click()
  await page.getByText(codes[2]!).waitFor() // there are three
  const { boxes } = await readSupply(supply.id)
  expect(boxes.map(({ barcode }) => barcode)).toEqual(codes)

  const client = await adminClient()
  const items = [{ product_id: product.id, quantity: 12, expires_on: '2027-05-31' }]
  await client.call('PUT', `/supplies/${supply.id}/box/${boxes[1]!.id}`, { items })
  await page.getByRole('button', { name: 'Другие действия' }).first().click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Заполнить файл Wildberries' }).click()
  const download = page.waitForEvent('download')
  await (await chosen).setFiles(template)
  const filled = await download
  expect(filled.suggestedFilename()).toMatch(new RegExp(`^Упаковка ${supply.number}.*\\.xlsx$`))
  const form = new FormData()
  form.append('kind', 'supplies')
  form.append('file', new Blob([new Uint8Array(await bytesOf(filled))]), 'Упаковка.xlsx')
  const look = await client.call<{ layout: { sheets: string[] }; sample: unknown }>(
    'POST',
    '/imports/look',
    form,
  )
  expect(look.layout.sheets).toEqual(['Короба'])
  // Empty boxes are left out, and the other columns stay unchanged. The column of days has no date format, so
  // its dates are text.
  expect(look.sample).toEqual([[product.barcode, '12', codes[1], '31.05.2027', `$WBMP:1:${codes[1]}`]])
})

test('a file that replaces the boxes says how many it removes, before and after it is written', async () => {
  const supply = await makeSupply({ boxes: 3 })
  const page = await openPage()
  await signIn(page, 'admin', `/supply/${supply.id}`)
  await page.getByRole('link', { name: 'Импорт' }).click()
  await page.getByRole('button', { name: 'Выбрать файл' }).waitFor()
  const [kept] = supply.boxes
  const content = `Баркод товара;Кол-во товаров;ШК короба\n;0;${kept?.barcode}\n`
  const file = { name: 'Короба.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.locator('input[type=file]').last().setInputFiles(file)
  await page.getByText('Записывать нечего').waitFor()
  await page.getByLabel('Заменить короба').check()
  await page.getByText('Будет убрано коробов: 2').waitFor()
  await page.getByRole('button', { name: 'Убрать', exact: true }).click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  await page.getByText('Убрано коробов: 2').waitFor()
  expect((await readSupply(supply.id)).boxes).toMatchObject([{ barcode: kept?.barcode }])
  await page.getByRole('button', { name: 'Отменить импорт' }).waitFor()
})

/** The page sizes of a PDF, in points with two decimals. */
async function pagesOf(download: Download): Promise<string[]> {
  const text = (await bytesOf(download)).toString('latin1')
  return [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    [width, height].map((side) => Number(side).toFixed(2)).join('×'),
  )
}
const points = (...millimetres: number[]) =>
  millimetres.map((length) => ((length * 72) / 25.4).toFixed(2)).join('×')

async function printed(page: Page, item: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  return pagesOf(await download)
}

test('labels for a supply and for one box are printed one per page of the chosen size', async () => {
  const supply = await makeSupply({ boxes: 3 })
  const page = await openPage()
  await signIn(page, 'staff', `/supply/${supply.id}?box=${supply.boxes[1]!.id}`) // the supply has three boxes
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Короб 2' }).waitFor()
  const small = points(58, 40)
  const large = points(75, 120)
  const ofBox = async (size: string) => {
    await panel.getByRole('button', { name: 'Другие действия' }).click()
    return printed(page, `Этикетка ${size} мм`)
  }
  expect(await ofBox('58×40')).toEqual([small])
  expect(await ofBox('75×120')).toEqual([large])

  const lead = await openPage()
  await signIn(lead, 'admin', `/supply/${supply.id}`)
  const ofSupply = async (size: string) => {
    await lead.getByRole('button', { name: 'Другие действия' }).click()
    return printed(lead, `Этикетки ${size} мм`)
  }
  expect(await ofSupply('58×40')).toEqual([small, small, small])
  expect(await ofSupply('75×120')).toEqual([large, large, large])
})
