import type { Progress } from '@artel/contract/achievements/achievements'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { comeIn, makeSomeone, type Someone, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()
let api: ApiClient
beforeAll(async () => {
  api = new ApiClient(site().address)
  await api.signIn(people.owner.login, password)
})

const decide = (achievements: object) =>
  api.call('PUT', '/settings', { parent: 'company', settings: { achievements } })

// Restores the settings of the demo company for other tests.
afterEach(() => decide({ virtuoso: { on: true, coins: 50 }, legendary_person: { on: true, coins: 300 } }))

const pageOf = ({ id }: Someone) => `/user/${id}/achievements`

test('an owner gives and revokes an achievement; staff see both live with the reason', async () => {
  const someone = await takeOn('Героева')
  const [desk, phone] = [await openPage(), await openPage({ width: 360 })]
  await comeIn(phone, someone, pageOf(someone))
  await phone.getByText('Здесь появится, за что вы получили достижение').waitFor()
  await phone.getByText('0 из 50 задач подряд').waitFor()
  await signIn(desk, 'owner', pageOf(someone))
  await give(desk, someone)

  const card = phone.getByRole('article').filter({ hasText: 'Виртуоз' })
  await card.getByText('Ни одной ошибки за неделю').waitFor()
  await card.getByText('50 монет').waitFor()
  expect(await phone.getByRole('button', { name: /^(Вручить|Отозвать)/ }).count()).toBe(0)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  await desk.getByRole('row').filter({ hasText: 'Виртуоз' }).getByText(people.owner.name).waitFor()
  await expectAccessible(desk)
  await revoke(desk, someone)
  await card.getByText(`Отозвано сегодня, ${people.owner.name}: Это была другая неделя`).waitFor()
  await card.getByText('отозвано', { exact: true }).waitFor()

  await phone.getByRole('button', { name: /^Уведомления: 2 непрочит/ }).click()
  const bell = phone.getByRole('dialog', { name: 'Уведомления' })
  await bell.getByText('Достижение: Виртуоз').waitFor()
  await bell.getByRole('link').filter({ hasText: 'Достижение отозвано: Виртуоз' }).click()
  await phone.waitForURL(`**${pageOf(someone)}`)

  await phone.goto('/coins')
  await phone.getByRole('article').filter({ hasText: 'Виртуоз' }).first().getByRole('button').click()
  const source = phone.getByRole('dialog').getByRole('link', { name: 'Виртуоз' }).first()
  expect(await source.getAttribute('href')).toBe(pageOf(someone))
})

async function give(page: Page, { name }: Someone): Promise<void> {
  await page.getByRole('button', { name: 'Вручить' }).click()
  const form = page.getByRole('dialog', { name: `Вручить достижение: ${name}` })
  await form.getByRole('button', { name: 'Вручить' }).click()
  await form.getByText('Заполните поле').waitFor()
  await form.getByRole('combobox', { name: 'Какое достижение' }).click()
  await page.getByRole('option', { name: 'Виртуоз' }).click()
  await form.getByText('Придёт сразу: 50 монет').waitFor()
  await form.getByLabel('Комментарий').fill('Ни одной ошибки за неделю')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Вручить' }).click()
  await page.getByText(`${name}: достижение «Виртуоз» вручено`).waitFor()
}

async function revoke(page: Page, { name }: Someone): Promise<void> {
  await page.getByRole('button', { name: 'Отозвать: Виртуоз' }).click()
  const form = page.getByRole('dialog', { name: 'Отозвать достижение «Виртуоз»?' })
  await form.getByText(`${name}: удержим 50 монет`).waitFor()
  await form.getByLabel('Причина').fill('Это была другая неделя')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Отозвать' }).click()
  await page.getByText(`Отозвано: Виртуоз, ${name}`).waitFor()
}

test('an achievement with spent coins is not revoked, and the dialog says what to do', async () => {
  const someone = await makeSomeone('Героева')
  await api.call('POST', `/users/give/${someone.id}/achievement`, { achievement: 'virtuoso' })
  await api.call('POST', '/coins', { user_id: someone.id, amount: 45, kind: 'fine', comment: 'Потрачено' })
  const page = await openPage()
  await signIn(page, 'owner', pageOf(someone))
  await page.getByRole('button', { name: 'Отозвать: Виртуоз' }).click()
  const question = page.getByRole('dialog', { name: /^Отозвать достижение/ })
  await question.getByText('достижение принесло 50 монет, а осталось 5 монет').waitFor()
  await question.getByRole('link', { name: 'Открыть монеты' }).click()
  await page.waitForURL(`**/user/${someone.id}/coins`)
})

test('an owner previews the effect of new rules before saving and recomputes the past', async () => {
  await decide({ legendary_person: { on: false } })
  const someone = await makeSomeone('Героева')
  await api.call('POST', '/coins', { user_id: someone.id, amount: 20_000, kind: 'bonus' })
  const list = () =>
    api.call<{ achievements: object[]; progress: Progress[] }>('POST', '/listing/achievements', {
      user_id: someone.id,
    })
  const judged = async () =>
    (await list()).progress.find(({ achievement }) => achievement === 'legendary_person')?.value
  // A job judges events every few seconds.
  await expect.poll(judged, { timeout: 40_000, interval: 500 }).toBe(20_000)
  expect((await list()).achievements).toEqual([])

  const page = await openPage()
  await signIn(page, 'owner', '/settings/overall')
  const rules = page.getByRole('region', { name: 'Достижения', exact: true })
  await rules.getByRole('switch', { name: 'Легенда' }).check()
  await rules.getByRole('button', { name: 'Сохранить', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Новые правила достижений' })
  const gain = preview.getByRole('listitem').filter({ hasText: someone.name })
  await gain.getByText('Легенда').waitFor()
  await gain.getByText('300 монет').waitFor()
  await preview.getByText(/^Последние 90 дней по нынешним правилам: .* По новым: /).waitFor()
  await preview.getByRole('radio', { name: 'Пересчитать и за прошлое' }).check()
  await expectAccessible(page)
  await preview.getByRole('button', { name: /^Сохранить и начислить [\d\s]*300 монет$/ }).click()
  await page.getByText('Сохранено. Прошлое пересчитывается').waitFor()

  await page.goto(pageOf(someone))
  const given = page.getByRole('row').filter({ hasText: 'Легенда' })
  await given.getByText('по правилу').waitFor({ timeout: 40_000 })
  await page.getByText('выше лиги нет').waitFor()
  const among = (league: string) =>
    page.goto(`/users?search=${someone.last}&league=${encodeURIComponent(JSON.stringify([league]))}`)
  await among('diamond')
  await page.getByRole('row').filter({ hasText: someone.name }).getByText('Алмаз').waitFor()
  await among('gold')
  await page.getByText('Ничего не нашлось').waitFor()
})

test('staff hide from the team board in their profile, and it stays so after a reload', async () => {
  const someone = await takeOn('Героева')
  const phone = await openPage({ width: 360, theme: 'dark', locale: 'en' })
  await comeIn(phone, someone, '/profile')
  const hide = phone.getByRole('switch', { name: 'Hide me from the team board' })
  const saved = phone.waitForResponse((response) => response.url().endsWith('/api/settings'))
  await hide.check()
  await saved
  await expectAccessible(phone)
  await phone.reload()
  expect(await hide.isChecked()).toBe(true)
})
