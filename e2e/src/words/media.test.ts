import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'
import { pixel } from '../pixel.ts'

const { openPage } = useBrowser()

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })

const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`
const media = (page: Page) => page.getByRole('list', { name: 'Фото, видео и ссылки' })

async function createTask(page: Page, assignee?: string): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
  await page.getByRole('button', { name: /Новая задача/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Что сделать').fill(unique('Плед'))
  if (assignee) {
    await form.getByLabel('Исполнитель').fill(assignee)
    await page.getByRole('option', { name: assignee }).click()
  }
  await form.getByRole('button', { name: 'Создать задачу' }).click()
  await form.waitFor({ state: 'detached' })
  const said = await page
    .getByRole('alert')
    .filter({ hasText: /создана/ })
    .last()
    .textContent()
  return said?.match(/\d+/)?.[0] ?? ''
}

/** Drops files on the element with this name, as a user does with a mouse. */
async function drop(page: Page, over: string, names: readonly string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ names, pixel }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
      for (const name of names) transfer.items.add(new File([bytes], name, { type: 'image/png' }))
      return transfer
    },
    { names, pixel },
  )
  const target = page.getByRole('button', { name: over })
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

describe('photos of a task', () => {
  test('an assignee adds, names, opens and removes one on a phone', async () => {
    const admin = await openPage()
    await signIn(admin, 'admin')
    const id = await createTask(admin, people.staff.name)
    const phone = await openPage({ width: 360 })
    await signIn(phone, 'staff', `/task/${id}`)
    const choosing = phone.waitForEvent('filechooser')
    await phone.getByRole('button', { name: 'Снять фото' }).click()
    await (await choosing).setFiles(picture('IMG_0012.png'))
    const thumb = phone.getByRole('button', { name: 'Открыть фото: IMG_0012.png' })
    await thumb.waitFor()
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)

    // The admin sees it without a reload.
    await admin.goto(`/task/${id}`)
    await media(admin).getByRole('listitem').waitFor()

    await phone.getByRole('button', { name: 'Действия: IMG_0012.png' }).click()
    await phone.getByRole('menuitem', { name: 'Название' }).click()
    await phone.getByLabel('Что здесь видно').fill('Короб без вкладыша')
    await phone.keyboard.press('Enter')
    const named = phone.getByRole('button', { name: 'Открыть фото: Короб без вкладыша' })
    await named.click()
    const viewer = phone.getByRole('dialog', { name: 'Фото и видео' })
    await viewer.getByRole('img', { name: 'Фото: Короб без вкладыша' }).first().waitFor()
    await viewer.getByText('1 из 1').waitFor()
    await expectAccessible(phone)
    await phone.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })

    await phone.getByRole('button', { name: 'Действия: Короб без вкладыша' }).click()
    await phone.getByRole('menuitem', { name: 'Убрать' }).click()
    await named.waitFor({ state: 'detached' })
    await phone.getByRole('alert').getByRole('button', { name: 'Вернуть' }).click()
    await named.waitFor()
    await phone.getByText('Фото и видео: 1 файл → нет').waitFor()
  })

  test('an admin drops two, cancels the upload of one, and browses the media', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    const id = await createTask(page)
    await page.goto(`/task/${id}`)
    let isHeld = false
    await page.route('**/api/multimedia', async (route) => {
      const isSecond = route.request().postDataBuffer()?.includes('второе.png') ?? false
      if (!isSecond) return route.continue()
      // Until the page aborts the upload.
      isHeld = true
    })
    await drop(page, 'Добавить фото или видео', ['первое.png', 'второе.png'])
    await page.getByRole('button', { name: 'Открыть фото: первое.png' }).waitFor()
    await expect.poll(() => isHeld).toBe(true)
    await page.getByRole('progressbar', { name: /второе\.png/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Не отправлять второе.png' }).click()
    await page.getByRole('list', { name: 'Файлы в пути' }).waitFor({ state: 'detached' })
    await page.unroute('**/api/multimedia')

    await page.getByRole('button', { name: 'Добавить ссылку' }).click()
    await page.getByLabel('Адрес ссылки').fill('https://artel.example/как-складывать')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Открыть ссылку: artel.example' }).waitFor()
    await page.getByRole('button', { name: 'Открыть фото: первое.png' }).click()
    const viewer = page.getByRole('dialog', { name: 'Фото и видео' })
    await viewer.getByText('1 из 2').waitFor()
    await page.keyboard.press('ArrowRight')
    const link = viewer.getByRole('link', { name: 'Открыть artel.example' })
    await link.waitFor()
    expect(await link.getAttribute('rel')).toContain('noopener')
    await expectAccessible(page)
    await page.keyboard.press('ArrowLeft')
    await viewer.getByText('1 из 2').waitFor()
    await viewer.getByRole('button', { name: 'Закрыть' }).click()
    await viewer.waitFor({ state: 'detached' })
  })

  test('are added in the form and reordered by keyboard; other files are refused with a reason', async () => {
    const page = await openPage({ refusals: ['422 POST /api/multimedia'] })
    await signIn(page, 'admin')
    const id = await createTask(page)
    await page.goto(`/task/${id}`)
    await page.getByRole('button', { name: 'Изменить', exact: true }).click()
    const form = page.getByRole('dialog')
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Добавить фото или видео' }).click()
    const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no photo at all') }
    await (await choosing).setFiles([picture('a.png'), picture('b.png'), broken])
    await form.getByText('Фото — это файл JPEG, PNG, WebP, AVIF или GIF').waitFor()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Не отправлять broken.png' }).click()
    const first = media(page).last().getByRole('listitem').first()
    const last = media(page).last().getByRole('listitem').nth(1)
    await last.waitFor()
    const name = (await last.locator('img').getAttribute('alt')) ?? ''
    await last.getByRole('button', { name: /Действия/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Сдвинуть раньше' }).press('Enter')
    await expect.poll(() => first.locator('img').getAttribute('alt')).toBe(name)
    await form.getByRole('button', { name: 'Сохранить изменения' }).click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => media(page).locator('img').first().getAttribute('alt')).toBe(name)
    expect(await media(page).getByRole('listitem').count()).toBe(2)
  })
})
