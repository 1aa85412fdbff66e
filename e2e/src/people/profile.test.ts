import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser, type View } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { fillLogin, password } from '../people.ts'

const { openPage } = useBrowser()

/** A photo of 40 by 20 pixels, as PNG. */
const wide =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAJElEQVR42mOQq8gbEMQwavGoxaMWj1o8avGoxaMWj1o8ciwGAEV0LK5Qo2XzAAAAAElFTkSuQmCC'

const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

async function openProfile(page: Page): Promise<void> {
  await page.waitForURL('**/tasks')
  await page.goto('/profile')
  await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor()
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
}

async function changeData(page: Page): Promise<void> {
  await page.getByLabel('Прозвище').fill('Рысь')
  await page.getByRole('button', { name: 'Сохранить данные' }).click()
  await page.getByText('Данные сохранены').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Добавить фото' }).click()
  await (await choosing).setFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(wide, 'base64'),
  })
  const dialog = page.getByRole('dialog', { name: 'Фото профиля' })
  await dialog.getByLabel('Увеличение').fill('1.5')
  await dialog.getByLabel(/Видимая часть/).press('ArrowRight')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Сохранить фото' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Сменить фото' }).waitFor()
}

async function setUpTotp(page: Page): Promise<{ secret: string; recovery: string }> {
  await page.getByRole('button', { name: 'Настроить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Второй фактор' })
  await dialog.getByRole('textbox', { name: 'Ваш пароль' }).fill(password)
  await dialog.getByRole('button', { name: 'Продолжить' }).click()
  await dialog.getByRole('img', { name: 'QR-код для приложения' }).waitFor()
  await expectAccessible(page)
  const secret = ((await dialog.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  // A code is accepted one step late, so the step must not end before it is sent.
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 10_000) await page.waitForTimeout(leftMs)
  await dialog.getByLabel('Код из приложения').fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Включить' }).click()
  const codes = dialog.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Скачать' }).click()
  expect((await saving).suggestedFilename()).toBe('Запасные коды Артели.txt')
  const recovery = (await codes.first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Коды сохранены' }).click()
  await page.getByText('10 запасных кодов').waitFor()
  return { secret, recovery }
}

const people: (Pick<View, 'width' | 'theme'> & { login: string })[] = [
  { width: 360, theme: 'dark', login: 'staff6@artel.demo' },
  { width: 1440, theme: 'light', login: 'staff7@artel.demo' },
]

test.each(people)('a person changes their own data and signs in with codes: $width px', async (view) => {
  const refusals = ['422', '422', '422'].map((status) => `${status} POST /api/auth/login`)
  const page = await openPage({ ...view, refusals })
  await page.goto('/login')
  await fillLogin(page, view.login, password)
  await openProfile(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const name = `${await page.getByLabel('Имя', { exact: true }).inputValue()} ${await page.getByLabel('Фамилия').inputValue()}`
  await changeData(page)
  await page.getByText('это устройство', { exact: true }).waitFor()
  const { secret, recovery } = await setUpTotp(page)

  await signOut(page, name)
  await fillLogin(page, view.login, password)
  const code = page.getByLabel('Код из приложения')
  await code.fill('000000')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.getByText('Код не подошёл').waitFor()
  await code.fill(codeOf(secret))
  await page.getByRole('button', { name: 'Войти' }).click()
  await openProfile(page)

  await signOut(page, name)
  await fillLogin(page, view.login, password)
  await page.getByRole('button', { name: /Введите запасной код/ }).click()
  await page.getByLabel('Запасной код').fill(recovery)
  await page.getByRole('button', { name: 'Войти' }).click()
  await openProfile(page)
  await page.getByText('9 запасных кодов').waitFor()
})

test('staff open their profile from the bottom menu of a phone', async () => {
  const page = await openPage({ width: 360 })
  await page.goto('/login')
  await fillLogin(page, 'staff8@artel.demo', password)
  await page.waitForURL('**/tasks')
  await page.getByRole('navigation').getByRole('link', { name: 'Профиль' }).click()
  await page.getByRole('heading', { name: 'Профиль', level: 1 }).waitFor()
})
