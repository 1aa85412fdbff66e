import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, readSupply } from '../made/made-supplies.ts'
import { expectAccessible } from '../page-checks.ts'
import { signIn } from '../people.ts'
import { filmOf, randomEan } from './barcode-film.ts'

const barcode = randomEan()
const folder = mkdtempSync(join(tmpdir(), 'artel-camera-'))
const film = join(folder, 'barcode.y4m')
writeFileSync(film, filmOf(barcode))
afterAll(() => rm(folder, { recursive: true }))

const { openPage } = useBrowser({
  flags: [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
})

test('a phone camera reads a barcode only once while it stays in view', async () => {
  const product = await makePacked('Ваза', barcode)
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage({ width: 360 })
  await signIn(page, 'staff', `/supply/${supply.id}?pack=${supply.boxes[0]!.id}`) // the supply has one box
  await page.getByText('Сканер готов').waitFor()
  await page.getByRole('button', { name: 'Камера' }).tap()
  await page.getByRole('heading', { name: product.name }).waitFor()
  await page.waitForTimeout(2000)
  await expectAccessible(page)
  expect((await readSupply(supply.id)).units_count).toBe(1)
  await page.getByRole('button', { name: 'Закрыть камеру' }).tap()
  await page.getByText('Наведите на штрихкод').waitFor({ state: 'detached' })
})
