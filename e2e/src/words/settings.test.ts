import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { pixel } from '../pixel.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })
const save = (place: Page | Locator) => place.getByRole('button', { name: 'Сохранить', exact: true }).click()
const field = (place: Page | Locator, name: string) => place.getByRole('textbox', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

async function asOwner(): Promise<ApiClient> {
  const api = new ApiClient(site().address)
  await api.signIn(people.owner.login, password)
  return api
}

// Restores the settings of the demo company for other tests.
afterEach(async () => {
  const api = await asOwner()
  await api.call('POST', '/company', { _method: 'PUT', timezone: 3, phone: '+7 495 204-18-33', logo: null })
  await api.call('POST', '/company/working_schedule', {
    working_hours_from: '09:00',
    working_hours_to: '18:00',
    lunch_from: '13:00',
    lunch_to: '14:00',
    first_break_from: '11:00',
    first_break_to: '11:15',
    second_break_from: '16:00',
    second_break_to: '16:15',
    working_days: { monday: true, saturday: false },
    before_workday_end: 15,
  })
})

describe('the schedule', () => {
  test('is drawn, changed by keyboard, summed up in a sentence, saved, and seen live by others', async () => {
    const other = await openPage()
    await signIn(other, 'owner', '/settings/hours')
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('link', { name: 'Настройки' }).click()
    await page.waitForURL('**/settings/hours')
    await page.getByText('Рабочий день 9 ч, из них 7 ч 30 мин работы. В неделю 37 ч 30 мин.').waitFor()
    await expectAccessible(page)

    const end = page.getByRole('slider', { name: 'Конец рабочего дня' })
    await end.focus()
    for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageUp')
    expect(await end.getAttribute('aria-valuetext')).toBe('19:30')
    expect(await field(page, 'Рабочие часы, конец').inputValue()).toBe('19:30')
    await page.getByRole('switch', { name: 'Суббота' }).check()
    await page.getByText('В неделю 54 ч.').waitFor()
    await page.getByText('Изменено: рабочие часы, конец, рабочие дни').waitFor()
    await save(page)
    await notice(page, /Сохранено/).waitFor()
    await other.getByText('В неделю 54 ч.').waitFor()
    expect(await field(other, 'Рабочие часы, конец').inputValue()).toBe('19:30')
  })

  test('is changed by dragging one end of the day or a whole pause', async () => {
    const page = await openPage()
    await signIn(page, 'admin', '/settings/hours')
    const drag = async (name: string, minutes: number) => {
      const handle = await page.getByRole('slider', { name }).boundingBox()
      const line = await page.getByRole('group', { name: 'Линия дня' }).boundingBox()
      if (!handle || !line) throw new Error('Nothing is drawn')
      const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      // The line shows 18 hours. Its paddings of 18 px and its borders take 38 px.
      await page.mouse.move(x + (minutes / 1080) * (line.width - 38), y, { steps: 6 })
      await page.mouse.up()
    }
    await drag('Конец рабочего дня', 60)
    await expect.poll(() => field(page, 'Рабочие часы, конец').inputValue()).toBe('19:00')
    await drag('Обед', -60)
    await expect.poll(() => field(page, 'Обед, начало').inputValue()).toBe('12:00')
    expect(await field(page, 'Обед, конец').inputValue()).toBe('13:00')
    await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
    expect(await field(page, 'Обед, начало').inputValue()).toBe('13:00')
  })

  test('may cross midnight; an invalid value is reported at its field at once and not sent', async () => {
    const page = await openPage()
    await signIn(page, 'admin', '/settings/hours')
    await field(page, 'Рабочие часы, начало').fill('22:00')
    await field(page, 'Рабочие часы, конец').fill('6')
    await field(page, 'Обед, начало').focus()
    expect(await field(page, 'Рабочие часы, конец').inputValue()).toBe('06:00')
    await page.getByText('Это вне рабочих часов').first().waitFor()
    await page.getByText('Поправьте отмеченные поля').waitFor()
    await expectAccessible(page)
    await save(page)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    for (const pause of ['Первый перерыв', 'Второй перерыв'])
      await page.getByRole('button', { name: `Убрать: ${pause}` }).click()
    await field(page, 'Обед, начало').fill('0130')
    await field(page, 'Обед, конец').fill('2')
    await page.keyboard.press('Tab')
    await page.getByText('Рабочий день 8 ч, из них 7 ч 30 мин работы').waitFor()
    await save(page)
    await notice(page, /Сохранено/).waitFor()
    await page.reload()
    await page.getByRole('slider', { name: 'Обед' }).waitFor()
    expect(await page.getByRole('slider', { name: 'Обед' }).getAttribute('aria-valuetext')).toBe(
      '01:30–02:00',
    )
  })

  test('asks the second editor to resolve a conflict', async () => {
    const page = await openPage({ refusals: ['409 POST /api/company/working_schedule'] })
    await signIn(page, 'admin', '/settings/hours')
    await field(page, 'Рабочие часы, конец').fill('19:00')
    const api = await asOwner()
    await api.call('POST', '/company/working_schedule', { working_hours_to: '20:00', before_workday_end: 30 })
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Пока вы правили, это изменили' })
    await dialog.getByText('У них: 20:00').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Сохранить выбранное' }).click()
    await notice(page, /Сохранено/).waitFor()
    expect(await field(page, 'Рабочие часы, конец').inputValue()).toBe('19:00')
    await expect.poll(() => field(page, 'Предупредить о конце дня').inputValue()).toBe('30')
  })
})

describe('the company', () => {
  test('is changed by the owner group by group, and a change is live everywhere', async () => {
    const other = await openPage()
    await signIn(other, 'admin', '/settings/hours')
    const page = await openPage()
    await signIn(page, 'owner', '/settings')
    await page.waitForURL('**/settings/overall')
    await section(page, 'Карточка').waitFor()
    await expectAccessible(page)

    const time = section(page, 'Время')
    await time.getByRole('combobox', { name: 'Часовой пояс' }).click()
    await page.getByRole('option', { name: 'UTC+5, Екатеринбург' }).click()
    await time.getByText(/Сейчас там \d\d:\d\d/).waitFor()
    await save(time)
    await notice(page, /Сохранено/).waitFor()
    await other.getByText('UTC+5, Екатеринбург').waitFor()
    await other.getByText('время компании, UTC+5').waitFor()

    const card = section(page, 'Карточка')
    await field(card, 'Телефон необязательно').fill('+7 800 000-00-00')
    await page.keyboard.press('Control+KeyS')
    await card.getByText('Изменено').waitFor({ state: 'detached' })
    await page.reload()
    expect(await field(card, 'Телефон необязательно').inputValue()).toBe('+7 800 000-00-00')
  })

  test('checks that leagues ascend before sending, and saves the coins of achievements', async () => {
    const page = await openPage()
    await signIn(page, 'owner', '/settings/overall')
    const leagues = section(page, 'Лиги')
    await field(leagues, 'Золото').fill('400')
    await leagues.getByText(/^Больше, чем для лиги ниже: 3\s000$/).waitFor()
    await leagues.getByRole('button', { name: 'Вернуть', exact: true }).click()

    const achievements = section(page, 'Достижения')
    const coins = 10 + Math.floor(Math.random() * 1000)
    await field(achievements, 'Монет за «Гонщик»').fill(String(coins))
    await save(achievements)
    const preview = page.getByRole('dialog', { name: 'Новые правила достижений' })
    const about = preview.getByText(/^За прошлое/)
    await about.waitFor()
    await expectAccessible(page)
    await preview.getByRole('button', { name: 'Вернуться к правке' }).click()
    expect(await field(achievements, 'Монет за «Гонщик»').inputValue()).toBe(String(coins))
    await save(achievements)
    await about.waitFor()
    // People of other tests may have earned what is not judged yet. Then the dialog asks about the past.
    const fromNow = preview.getByRole('radio', { name: /^С этого момента/ })
    if (await fromNow.isVisible()) await fromNow.check()
    await save(preview)
    await notice(page, /Сохранено/).waitFor()
    await page.reload()
    expect(await field(achievements, 'Монет за «Гонщик»').inputValue()).toBe(String(coins))
  })

  test('shows an uploaded logo, and rejects a file that is no image', async () => {
    const page = await openPage({ refusals: ['422 POST /api/company'] })
    await signIn(page, 'owner', '/settings/overall')
    const upload = async (name: string, buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser')
      await section(page, 'Карточка')
        .getByRole('button', { name: /Загрузить|Заменить/ })
        .click()
      await (await choosing).setFiles({ name, mimeType: 'image/png', buffer })
    }
    await upload('broken.png', Buffer.from('no photo at all'))
    await page.getByRole('alert').waitFor()
    await upload('logo.png', Buffer.from(pixel, 'base64'))
    await page.getByRole('img', { name: 'Логотип компании «Северный дом»' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Убрать', exact: true }).click()
    await page.getByRole('img', { name: 'Логотип компании «Северный дом»' }).waitFor({ state: 'detached' })
  })
})

describe('warehouses', () => {
  test('are added, offered for switching off if in use, and deleted if not in use', async () => {
    const page = await openPage({
      refusals: [
        '422 POST /api/warehouses/create',
        expect.stringMatching(/^409 POST \/api\/warehouses\/\d+$/),
      ],
    })
    await signIn(page, 'admin', '/settings/warehouses')
    const name = unique('Рязань')
    await page.getByRole('button', { name: 'Добавить склад' }).click()
    const form = page.getByRole('dialog', { name: 'Новый склад' })
    await field(form, 'Название').fill('подольск')
    await form.getByRole('button', { name: 'Добавить склад' }).click()
    await form.getByText('Склад с таким названием уже есть').waitFor()
    await expectAccessible(page)
    await field(form, 'Название').fill(name)
    await form.getByRole('button', { name: 'Добавить склад' }).click()
    await notice(page, /добавлен/).waitFor()
    await page.getByRole('link', { name: 'Склады 4' }).waitFor()

    const act = async (warehouse: string, action: string) => {
      await page.getByRole('button', { name: `Склад «${warehouse}»: действия` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('Тула', 'Удалить')
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить склад' }).click()
    await notice(page, /Его можно отключить/).waitFor()

    await act(name, 'Отключить')
    await notice(page, /отключён/).waitFor()
    await page.getByRole('link', { name: 'Склады 3' }).waitFor()
    await page.goto('/tasks')
    await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
    await page.keyboard.press('KeyN')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Склад' }).click()
    await page.getByRole('option', { name: 'Тула' }).waitFor()
    expect(await page.getByRole('option', { name }).count()).toBe(0)

    await page.goto('/settings/warehouses')
    await act(name, 'Удалить')
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить склад' }).click()
    await notice(page, /удалён/).waitFor()
    await page.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' })
  })

  test('a new one appears in apps that are already open', async () => {
    const name = unique('Калуга')
    const page = await openPage()
    await signIn(page, 'admin', '/settings/hours')
    await page.getByRole('link', { name: 'Склады 3' }).waitFor()
    const api = await asOwner()
    const { warehouse } = await api.call<{ warehouse: { id: number } }>('POST', '/warehouses/create', {
      name,
    })
    await page.getByRole('link', { name: 'Склады 4' }).waitFor()
    await api.call('POST', `/warehouses/${warehouse.id}`, { _method: 'DELETE' })
    await page.getByRole('link', { name: 'Склады 3' }).waitFor()
  })
})

describe('on a phone, in English and in dark mode', () => {
  test.each(['overall', 'hours', 'warehouses'])('%s fits', async (path) => {
    const page = await openPage({ width: 360, theme: 'dark', locale: 'en' })
    await signIn(page, 'owner', `/settings/${path}`)
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('link', { name: 'Audit log' }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

test('staff are told that the settings are for admins', async () => {
  const page = await openPage()
  await signIn(page, 'staff')
  expect(await page.getByRole('link', { name: 'Настройки' }).count()).toBe(0)
  for (const path of ['', '/hours', '/warehouses']) {
    await page.goto(`/settings${path}`)
    await page.getByRole('heading', { name: 'Эта страница для администраторов' }).waitFor()
  }
  await expectAccessible(page)
})
