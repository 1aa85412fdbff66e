import { test } from 'vitest'
import { useBrowser } from './browser.ts'
import { makePacked } from './made-supplies.ts'
import { people, signIn } from './people.ts'

const { openPage } = useBrowser()
test('look', async () => {
  const product = await makePacked('Плед')
  const other = await makePacked('Чашка')
  const page = await openPage({ width: 1440, theme: 'light' })
  await signIn(page, 'admin', '/supply/create')
  await page
    .getByLabel('Куда')
    .fill('Коледино')
    .catch(() => undefined)
  const pick = page.getByRole('combobox', { name: /Добавить/ }).first()
  for (const p of [product, other]) {
    await pick.fill(p.name)
    await page.getByRole('option', { name: p.name }).click()
  }
  await page.waitForTimeout(900)
  await page.reload()
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/d-supply.png' })

  await page.goto('/instructions/item/create')
  await page.getByRole('textbox', { name: 'Текст', exact: true }).fill('Сложить пледы вдвое')
  await page.getByRole('textbox', { name: 'Название' }).fill('Как сложить')
  await page.waitForTimeout(900)
  await page.reload()
  await page.waitForTimeout(2500)
  await page.screenshot({ path: '/tmp/d-instr.png' })

  await page.goto('/tasks')
  await page.getByRole('button', { name: /Сразу несколько/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').nth(6).waitFor()
  await sheet
    .getByRole('textbox', { name: /Что сделать|Задача/ })
    .first()
    .fill('Первая строка')
    .catch((e) => console.log(String(e).slice(0, 200)))
  await page.waitForTimeout(900)
  await page.goto('/tasks')
  await page.getByRole('button', { name: /Сразу несколько/ }).click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/d-many.png' })
  const phone = await openPage({ width: 360, theme: 'dark', locale: 'en' })
  await signIn(phone, 'admin', '/rewards')
  await phone
    .getByRole('button', { name: /Reward/ })
    .first()
    .click()
  await phone
    .getByRole('combobox', { name: /People|Whom|Who/ })
    .fill(people.staff.name.slice(0, 5))
    .catch((e) => console.log(String(e).slice(0, 300)))
  await phone.getByRole('option').first().click()
  await phone
    .getByRole('textbox', { name: /For what|Title|What for/ })
    .fill('Best packer')
    .catch((e) => console.log(String(e).slice(0, 300)))
  await phone.waitForTimeout(900)
  await phone.goto('/rewards')
  await phone
    .getByRole('button', { name: /Reward/ })
    .first()
    .click()
  await phone.waitForTimeout(1500)
  await phone.screenshot({ path: '/tmp/d-reward.png' })
}, 120_000)
