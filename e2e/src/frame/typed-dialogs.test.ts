import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

test('Esc closes the calendar before the form, and a press on the chosen day keeps it', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.getByRole('button', { name: /Новая задача/ }).click()
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Что сделать') })
  const due = form.getByRole('textbox', { name: 'Срок' })
  const day = page.getByRole('button', { name: '5 марта 2030', exact: true })
  await due.fill('05.03.2030 10:30')
  await day.waitFor()
  await page.keyboard.press('Escape')
  await day.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(1)
  await due.click()
  await day.click()
  await day.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  expect(await due.inputValue()).toBe('05.03.2030 10:30')
})

test('a text that is no day stays in its field, and the form is not sent', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.getByRole('button', { name: /Новая задача/ }).click()
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Что сделать') })
  const title = `Срок ${Date.now()}`
  await form.getByLabel('Что сделать').fill(title)
  const due = form.getByRole('textbox', { name: 'Срок' })
  const mistake = form.getByText('Не похоже на день и время. Напишите, например, 21.11.2026 16:00')
  await due.fill('05.03.2030 10:30')
  await due.fill('05.03.2030 25:00')
  // Nobody is interrupted in the middle of a text.
  expect(await mistake.count()).toBe(0)
  await page.keyboard.press('Tab')
  await mistake.waitFor()
  expect(await due.inputValue()).toBe('05.03.2030 25:00')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect.poll(() => due.evaluate((it) => it === document.activeElement)).toBe(true)
  await due.fill('05.03.2030 15:00')
  await mistake.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+s')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: title }).click()
  await page.getByText('5 мар. 2030, 15:00').first().waitFor()
})

test.each([1024, 360] as const)('each field that gets the focus is in sight, on %i px', async (width) => {
  const page = await openPage({ width })
  await signIn(page, 'admin')
  await page.getByRole('button', { name: /Новая задача/ }).click()
  await page.getByLabel('Что сделать').waitFor()
  /** The name of the focused field, if something else is drawn over its first line. */
  const hidden = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLElement // a dialog has the focus
      const { left, top, width: wide, height } = field.getBoundingClientRect()
      const drawn = document.elementFromPoint(left + wide / 2, top + Math.min(height / 2, 20))
      const isSeen = drawn !== null && (field.contains(drawn) || drawn.contains(field))
      return isSeen ? null : (field.getAttribute('name') ?? field.outerHTML.slice(0, 80))
    })
  for (const key of ['Tab', 'Shift+Tab'])
    for (let count = 0; count < 16; count += 1) {
      await page.keyboard.press(key)
      expect(await hidden()).toBeNull()
    }
})

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
