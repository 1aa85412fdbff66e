import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

test.each([360, 390] as const)(
  'staff reach all their pages through the bottom menu, on %i px',
  async (width) => {
    const page = await openPage({ width })
    await signIn(page, 'staff')
    const bar = page.getByRole('navigation', { name: 'Меню под рукой' })
    await bar.getByRole('button', { name: 'Ещё' }).waitFor()
    const entries = bar.getByRole('link').or(bar.getByRole('button'))
    expect(await entries.allTextContents()).toEqual(['Задачи', 'Магазин', 'Деньги', 'Профиль', 'Ещё'])
    await bar.getByRole('link', { name: 'Деньги' }).tap()
    await page.waitForURL(/\/user\/\d+\/money$/)
    await bar.getByRole('button', { name: 'Ещё' }).tap()
    const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Главное меню' })
    await menu.getByRole('link', { name: 'Поставки' }).waitFor()
    const places = await menu.getByRole('link').allTextContents()
    expect(places.map((place) => place.trim())).toEqual(
      expect.arrayContaining([
        'Задачи',
        'Аналитика',
        'Магазин',
        'Заказы',
        'Наборы',
        'Поставки',
        'Инструкции',
      ]),
    )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await menu.getByRole('link', { name: 'Поставки' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Поставки' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)
