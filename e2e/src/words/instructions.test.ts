import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import {
  changeInstruction,
  type MadeInstruction,
  makeInstruction,
  makeTaskOf,
  pathOf,
} from '../made/made-instructions.ts'
import { makePacked } from '../made/made-supplies.ts'
import { unique } from '../made/made-tasks.ts'
import { comeIn, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'
import { pixel } from '../pixel.ts'

const { openPage } = useBrowser()

const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const row = (page: Page, { title }: MadeInstruction) => page.getByRole('listitem').filter({ hasText: title })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Текст', exact: true })
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Writes a text with bold words and a photo. */
async function write(page: Page): Promise<void> {
  await editor(page).click()
  await page.keyboard.type('Стекло кладите ')
  await page.keyboard.press('Control+KeyB')
  await page.keyboard.type('отдельно')
  await page.keyboard.press('Control+KeyB')
  await page.keyboard.type(' от свечей')
  const choosing = page.waitForEvent('filechooser')
  await tool(page, 'Фото или видео в тексте').click()
  await expectAccessible(page)
  await tool(page, 'Выбрать на устройстве').click()
  const photo = { name: 'стекло.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await (await choosing).setFiles(photo)
  await editor(page).getByRole('img', { name: 'стекло.png' }).waitFor()
  await page.keyboard.type('Потом плёнка')
}

describe('an instruction, from its author to its reader', () => {
  test('is written with a photo, read before a task, confirmed, counted, and required again', async () => {
    const title = unique('Как собрать')
    const product = await makePacked('Набор «Стекло»')
    const reader = await takeOn('Читалкина')
    const [task, next] = [
      await makeTaskOf(product.id, reader.id, 'Собрать'),
      await makeTaskOf(product.id, reader.id, 'Собрать ещё'),
    ]

    const page = await openPage()
    await signIn(page, 'admin', '/instructions')
    await page.getByRole('heading', { level: 1, name: 'Инструкции' }).waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Название', { exact: true }).waitFor()
    await page.getByText('видео до 500 МБ').first().waitFor()
    await page.getByRole('button', { name: 'Сохранить черновик' }).click()
    await page.getByText('Заполните поле').waitFor()
    await page.getByLabel('Название', { exact: true }).fill(title)
    await write(page)
    await page.getByRole('combobox', { name: /^Раздел/ }).fill(unique('Раздел'))
    await page.getByRole('combobox', { name: /^Для каких наборов/ }).fill(product.name)
    await page.getByRole('option', { name: product.name }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Нужна отметка о прочтении').check()
    await page.getByLabel('Опубликована').check()
    await expectAccessible(page)
    await page.keyboard.press('Control+KeyS')
    await notice(page, `Опубликовано: ${title}`).waitFor()
    await page.getByRole('article').locator('strong', { hasText: 'отдельно' }).waitFor()
    await page.getByText('Потом плёнка').waitFor()
    await page.getByText(/^прочитали 0 из/).waitFor()
    await expectAccessible(page)

    const phone = await openPage({ width: 360, refusals: [task, next].map(refusedStart) })
    await comeIn(phone, reader)
    await phone.getByRole('button', { name: `Начать: ${task.title}` }).tap()
    const reading = phone.getByRole('dialog', { name: 'Сначала прочитайте инструкцию' })
    await reading.getByRole('heading', { name: title }).waitFor()
    await reading.getByRole('button', { name: 'Открыть фото: стекло.png' }).waitFor()
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    await reading.getByRole('button', { name: 'Прочитано, начать задачу' }).tap()
    await phone.getByRole('region', { name: `Идёт задача: ${task.title}` }).waitFor()

    await page.getByText(/^прочитали 1 из/).waitFor()
    await page.getByText('прочитали 1', { exact: true }).click()
    await page.getByRole('link', { name: reader.name }).waitFor()

    await page.getByRole('button', { name: 'Изменить' }).click()
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' в два слоя')
    await page.keyboard.press('Control+KeyS')
    const question = page.getByRole('dialog', { name: 'Что изменилось?' })
    await question.getByText('Эту инструкцию прочитал 1 человек.').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Править дальше' }).click()
    await question.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+KeyS')
    await question.getByRole('button', { name: /^Важное изменение/ }).click()
    await notice(page, 'все прочитают заново').waitFor()
    await page.getByText(/^прочитали 0 из/).waitFor()
    await page.getByRole('button', { name: 'Все редакции' }).click()
    const revisions = page.getByRole('dialog', { name: 'Что было в каждой редакции' })
    const first = revisions.getByRole('listitem').filter({ hasText: 'Редакция 1' })
    await first.getByText('Редакция 1').click()
    await first.getByText('отметил 1 человек').waitFor()
    await first.getByText('Потом плёнка').waitFor()
    expect(await first.getByText('в два слоя').count()).toBe(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await phone.getByRole('button', { name: `Начать: ${next.title}` }).tap()
    await reading.getByText('в два слоя').waitFor()
    await reading.getByRole('button', { name: 'Не сейчас' }).tap()
    await reading.waitFor({ state: 'detached' })
    await phone.getByRole('region', { name: `Идёт задача: ${task.title}` }).waitFor()
  }, 90_000)

  test('is opened from the page of a task and leads back to it', async () => {
    const product = await makePacked('Набор «Лён»')
    const reader = await takeOn('Читалкина')
    const task = await makeTaskOf(product.id, reader.id, 'Собрать')
    const instruction = await makeInstruction('Складывать лён', {
      product_ids: [product.id],
      requires_ack: true,
    })
    const phone = await openPage({ width: 360, theme: 'dark', locale: 'en' })
    await comeIn(phone, reader, `/task/${task.id}`)
    await phone.getByRole('link', { name: instruction.title }).tap()
    await phone.getByRole('heading', { level: 1, name: instruction.title }).waitFor()
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    await phone.getByRole('button', { name: 'I have read it' }).tap()
    await phone.getByText(/^Read today/).waitFor()
    await phone.getByRole('link', { name: 'Back to the task' }).tap()
    await phone.getByRole('heading', { level: 1, name: task.title }).waitFor()
    await phone.getByRole('button', { name: 'Start', exact: true }).tap()
    await phone.getByRole('region', { name: /^Task in progress/ }).waitFor()
  })

  test('appears in the bell, on top of the catalogue, and in the search', async () => {
    const reader = await takeOn('Читалкина')
    const page = await openPage()
    await comeIn(page, reader, '/instructions')
    await page.getByRole('heading', { level: 1, name: 'Инструкции' }).waitFor()
    const instruction = await makeInstruction('Новое правило', { requires_ack: true })
    const first = page.getByRole('region', { name: 'Сначала прочитайте' })
    await row(page, instruction).getByText('Прочитать').waitFor()
    await first.getByRole('link', { name: instruction.title }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Уведомления: \d+ непрочит/ }).click()
    await page
      .getByRole('dialog', { name: 'Уведомления' })
      .getByRole('link')
      .filter({ hasText: instruction.title })
      .click()
    await page.getByRole('button', { name: 'Прочитано' }).click()
    await page.getByText(/^Прочитано сегодня/).waitFor()
    await page.goto(`/instructions?search=${encodeURIComponent(instruction.title)}`)
    await row(page, instruction).getByText('Прочитано').waitFor()
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(1)
    await page.goto('/instructions?search=чего-то+такого+нет')
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await row(page, instruction).waitFor()
  })
})

const refusedStart = ({ id }: MadeInstruction) => `409 POST /api/tasks/${id}/start`

describe('an editor of instructions', () => {
  test('reorders them without a mouse, returns one to the drafts, and deletes it', async () => {
    const category = unique('Порядок')
    const [first, second] = [
      await makeInstruction('Первая', { category }),
      await makeInstruction('Вторая', { category }),
    ]
    const page = await openPage({ theme: 'dark' })
    await signIn(page, 'admin', '/instructions')
    const group = page.getByRole('region', { name: category })
    const titles = () => group.getByRole('heading', { level: 3 }).allTextContents()
    await expect.poll(titles).toEqual([first.title, second.title])
    const handle = group.getByRole('button', { name: new RegExp(`Место \\d+: ${second.title}`) })
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(titles).toEqual([second.title, first.title])
    await page.getByText(/теперь место/).waitFor({ state: 'attached' })
    await expectAccessible(page)
    await page.reload()
    await expect.poll(titles).toEqual([second.title, first.title])

    await group.getByRole('button', { name: `${first.title}: другие действия` }).click()
    await page.getByRole('menuitem', { name: 'Вернуть в черновики' }).click()
    await row(page, first).getByText('черновик').waitFor()
    await group.getByRole('button', { name: `${first.title}: другие действия` }).click()
    await page.getByRole('menuitem', { name: 'Удалить инструкцию' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить инструкцию' }).click()
    await notice(page, `Удалено: ${first.title}`).waitFor()
    await expect.poll(titles).toEqual([second.title])
  })

  test('does not lose typed text when leaving the page or when a colleague edits too', async () => {
    const instruction = await makeInstruction('Общая')
    const page = await openPage({ refusals: [`409 POST /api/instructions/${instruction.id}`] })
    await signIn(page, 'admin', pathOf(instruction))
    await page.getByRole('button', { name: 'Изменить' }).click()
    await editor(page).click()
    await page.keyboard.type('А ')
    // An undone edit is no change.
    await tool(page, 'Отменить').click()
    await page.getByText('Изменено: текст').waitFor({ state: 'detached' })
    await page.keyboard.type('Моё ')
    await page.getByRole('link', { name: 'Задачи' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('текст').first().waitFor()
    await question.getByRole('button').first().click()
    await question.waitFor({ state: 'detached' })
    await editor(page).getByText('Моё').waitFor()

    await changeInstruction(instruction, { body: '<p>Чужое.</p>' })
    await page.keyboard.press('Control+KeyS')
    await page.getByRole('dialog', { name: /Пока вы правили/ }).waitFor()
    await page.getByText('Чужое.').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('article').getByText('Моё').waitFor()
  })

  test('writes on a phone: tools are large enough for a finger, and invalid links are refused', async () => {
    const instruction = await makeInstruction('С телефона', { body: '' })
    const phone = await openPage({ width: 360 })
    await signIn(phone, 'admin', pathOf(instruction))
    await phone.getByText('Текста ещё нет').waitFor()
    await phone.getByRole('button', { name: 'Изменить' }).tap()
    await editor(phone).tap()
    await phone.keyboard.type('Сайт: ')
    await tool(phone, 'Ссылка').tap()
    await phone.getByLabel('Куда ведёт ссылка').fill('javascript:alert(1)')
    await tool(phone, 'Поставить ссылку').tap()
    await phone.getByText('Впишите сайт с https://').waitFor()
    await phone.getByLabel('Куда ведёт ссылка').fill('artel.example/правила')
    await phone.keyboard.press('Enter')
    await editor(phone).getByRole('link', { name: 'artel.example/правила' }).waitFor()
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    const small = await phone
      .getByRole('toolbar')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.filter((button) => button.getBoundingClientRect().width < 44).length)
    expect(small).toBe(0)
    await phone.getByRole('button', { name: 'Сохранить' }).tap()
    const link = phone.getByRole('article').getByRole('link')
    expect(await link.getAttribute('href')).toBe(encodeURI('https://artel.example/правила'))
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    await link.getByRole('img', { name: 'Откроет другой сайт в новой вкладке' }).waitFor()
  })
})
