import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { makeTasks, unique } from './made-tasks.ts'
import { signIn } from './people.ts'

const { openPage } = useBrowser()

const row = (page: Page, place: number) => page.getByRole('row').nth(place)

/** Opens the list of tasks with exactly `count` new tasks in it. */
async function openTasks(page: Page, count: number): Promise<string> {
  const title = unique('Клавиша')
  await makeTasks(Array.from({ length: count }, () => ({ title })))
  await signIn(page, 'admin', `/tasks?search=${encodeURIComponent(title)}`)
  await expect.poll(() => page.getByRole('row').count(), { timeout: 15_000 }).toBe(count + 1)
  return title
}

describe('the columns', () => {
  /** Each list with the column that takes the remaining space. */
  const lists = [
    ['/tasks', 'Задача', 260],
    ['/users', 'Имя', 210],
    ['/sets', 'Название', 260],
    ['/supplies', 'Куда', 210],
    ['/orders', 'Что', 210],
    ['/shop', 'Название', 210],
    ['/money', 'За что', 210],
    ['/pushes', 'Что', 210],
    ['/legal_entities', 'Название', 210],
  ] as const

  test.each([1024, 1440] as const)(
    'give way to the names at %i px, and nothing scrolls sideways',
    async (width) => {
      const page = await openPage({ width })
      await signIn(page, 'owner')
      for (const [path, name, least] of lists) {
        await page.goto(path)
        await row(page, 1).waitFor()
        const header = page.getByRole('columnheader').filter({ hasText: new RegExp(`^${name}`) })
        const wide = (await header.first().boundingBox())?.width ?? 0
        const isScrolled = await page
          .locator('main table')
          .evaluate(({ clientWidth, parentElement }) => clientWidth > (parentElement?.clientWidth ?? 0))
        expect([path, wide >= least, isScrolled]).toEqual([path, true, false])
      }
    },
  )

  test('leave the title of a task more room than coins at 1440 px', async () => {
    const page = await openPage()
    const title = await openTasks(page, 1)
    const cell = row(page, 1).getByRole('cell').filter({ hasText: title })
    expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(320)
    expect(await page.getByRole('columnheader', { name: 'Оплата' }).count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: 'Монеты' }).count()).toBe(0)
  })
})
