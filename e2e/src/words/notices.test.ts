import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, scanKeys } from '../made/made-supplies.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { comeIn, takeOn } from '../made/taken-on.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const notices = (page: Page) => page.getByRole('alert').filter({ visible: true })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Меню под рукой' })

/** The notice is in the window, above the element, and covers no part of it. */
async function expectAbove(notice: Locator, element: Locator): Promise<void> {
  const bottom = async () => {
    const box = await notice.boundingBox()
    return box ? Math.round(box.y + box.height) : Number.POSITIVE_INFINITY
  }
  const top = (await element.boundingBox())?.y ?? 0
  // It moves while it comes.
  await expect.poll(bottom).toBeLessThanOrEqual(top)
  expect(await bottom()).toBeGreaterThan(top - 120)
}

test.each([360, 390] as const)(
  'a phone of %i px shows one notice at a time, above its bar, and an undo waits its turn',
  async (width) => {
    const someone = await takeOn('Извещаев')
    const titles = [unique('Коробки'), unique('Ленты')]
    await makeTasks(titles.map((title) => ({ title, user_id: someone.id })))
    const page = await openPage({ width })
    await comeIn(page, someone)
    for (const title of titles) {
      await page.getByRole('button', { name: `Начать: ${title}` }).click()
      const card = page.getByRole('region', { name: `Идёт задача: ${title}` })
      await card.getByRole('button', { name: 'Готово', exact: true }).click()
      await card.waitFor({ state: 'detached' })
    }
    await notices(page).filter({ hasText: 'готова' }).waitFor()
    expect(await notices(page).count()).toBe(1)
    await expectAbove(notices(page), bar(page))
    const first = await notices(page).textContent()
    // The second undo follows the first one within its own ten seconds.
    await expect.poll(() => notices(page).textContent(), { timeout: 8000 }).not.toBe(first)
    await expect.poll(() => notices(page).count()).toBe(1)
    await notices(page).getByRole('button', { name: 'Вернуть' }).click()
    await page.getByRole('region', { name: `Идёт задача: ${titles[1]}` }).waitFor()
  },
)

test('a notice covers neither the foot of a form nor the foot of packing', async () => {
  const product = await makePacked('Салфетка')
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage({ width: 360, refusals: ['500 POST /api/tasks/create'] })
  await signIn(page, 'admin')
  await page.route('**/api/tasks/create', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Новая задача' }).click()
  await page.getByLabel('Что сделать').fill(unique('Сверка'))
  const create = page.getByRole('dialog').getByRole('button', { name: 'Создать задачу' })
  await create.click()
  await notices(page).waitFor()
  await expectAbove(notices(page), create)

  await page.goto(`/supply/${supply.id}?pack=${supply.boxes[0]!.id}`) // the supply has one box
  await page.getByText('Сканер готов').waitFor()
  // One of them stays, because an empty box cannot be closed.
  await scanKeys(page, { codes: [product.barcode, product.barcode], paceMs: 50 })
  await page.getByText('2 в коробе 1', { exact: true }).waitFor()
  await page
    .getByRole('button', { name: /Отменить/ })
    .first()
    .click()
  await notices(page).waitFor()
  await expectAbove(notices(page), page.getByRole('button', { name: /Закрыть короб/ }))
})
