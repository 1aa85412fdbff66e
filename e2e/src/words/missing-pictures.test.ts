import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeInstruction, pathOf, uploadPhoto } from '../made/made-instructions.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()
/** Of the photo in the text. The page also shows small pictures of other things. */
const pictures = '**/storage/media/large_*'

/** An instruction of which the text is one photo. @returns its path */
async function makeShown(): Promise<string> {
  const photo = await uploadPhoto()
  const body = `<p>Смотрите.</p><img data-media="${photo}" alt="photo.png">`
  return pathOf(await makeInstruction('Фото', { multimedia_ids: [photo], body }))
}

const isDrawn = (page: Page) =>
  page
    .getByRole('button', { name: 'Открыть фото: photo.png' })
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

test('a picture that an overloaded server refuses is requested again', async () => {
  const path = await makeShown()
  const refusals: string[] = []
  const page = await openPage({ refusals })
  await signIn(page, 'staff')
  await page.route(
    pictures,
    (route) => {
      refusals.push(`503 GET ${new URL(route.request().url()).pathname}`)
      return route.fulfill({ status: 503 })
    },
    { times: 1 },
  )
  await page.goto(path)
  await page.getByText('Не удалось загрузить фото').waitFor()
  await expect.poll(() => isDrawn(page)).toBe(true)
})

test('a picture that did not arrive comes when the connection is back', async () => {
  const path = await makeShown()
  const page = await openPage({ isCut: true })
  await signIn(page, 'staff')
  let lost = 0
  await page.route(pictures, (route) => {
    lost += 1
    return route.abort('connectionfailed')
  })
  await page.goto(path)
  await page.getByText('Не удалось загрузить фото').waitFor()
  await expect.poll(() => lost, { timeout: 10_000 }).toBe(2)
  await page.context().setOffline(true)
  await page.getByText('Связи нет').first().waitFor()
  await page.unroute(pictures)
  await page.context().setOffline(false)
  await expect.poll(() => isDrawn(page)).toBe(true)
})
