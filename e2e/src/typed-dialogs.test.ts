import { expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { expectAccessible, expectWellLaid } from './page-checks.ts'
import { signIn } from './people.ts'

const { openPage } = useBrowser()

test.each([1440, 360] as const)(
  'Esc asks before what was typed in a dialog is lost, on %i px',
  async (width) => {
    const page = await openPage({ width })
    await signIn(page, 'admin')
    const open = () => page.getByRole('button', { name: /Новая задача/ }).click()
    const form = page.getByRole('dialog').filter({ has: page.getByLabel('Что сделать') })
    const field = form.getByLabel('Что сделать')
    const question = page.getByRole('dialog', { name: 'Закрыть без сохранения?' })

    // Nothing was typed.
    await open()
    await field.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })

    await open()
    await field.fill('Не потерять')
    await page.keyboard.press('Escape')
    await question.getByText('Изменено: что сделать').waitFor()
    await expectAccessible(page)
    await expectWellLaid(page, width)
    // Another Esc is no answer.
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Не потерять')
    await expect.poll(() => form.evaluate((it) => it.contains(document.activeElement))).toBe(true)

    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Остаться' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Не потерять')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Закрыть' }).click()
    await form.waitFor({ state: 'detached' })
    await question.waitFor({ state: 'detached' })
  },
)
