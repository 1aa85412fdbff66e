import type { Page } from 'playwright-core'
import type { useBrowser } from '../browser.ts'
import { unique } from '../made/made-tasks.ts'
import { asAdmin, asSomeone, comeIn, takeOn } from '../made/taken-on.ts'
import { keeps } from '../offline/kept-data.ts'
import { pixel } from '../pixel.ts'

type OpenPage = ReturnType<typeof useBrowser>['openPage']
type File = { name: string; mimeType: string; buffer: Buffer }

export const picture = (name: string): File => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pixel, 'base64'),
})

export const brokenPicture: File = { ...picture('broken.png'), buffer: Buffer.from('not a photo') }

/**
 * Opens the page of a new task on the phone of its assignee. The browser keeps the code and the data of the page.
 * @returns the errors that the test adds to `refusals` are expected
 */
export async function openTaskOnPhone(openPage: OpenPage, last: string, { isStarted = false } = {}) {
  const title = unique('Брак')
  const someone = await takeOn(last)
  const made = await (await asAdmin()).call<{ tasks: { id: number }[] }>('POST', '/tasks/create_many', {
    tasks: [{ title, user_id: someone.id }],
  })
  const id = made.tasks[0]!.id // as many as were sent
  if (isStarted) await (await asSomeone(someone)).call('POST', `/tasks/${id}/start`, {})
  const refusals: string[] = []
  const phone = await openPage({ width: 360, refusals, isCut: true })
  await comeIn(phone, someone)
  await phone.evaluate(() => navigator.serviceWorker.ready)
  await phone.getByText(title).first().click()
  await phone.waitForURL(`**/task/${id}`)
  await phone.getByLabel('Новый комментарий').waitFor()
  await phone.waitForLoadState('networkidle')
  await keeps(phone, `\\"task\\":{\\"id\\":${id}`)
  return { title, someone, id, phone, refusals }
}

/** Chooses files by the button with this name. */
export async function chooseFiles(page: Page, button: string, files: readonly File[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles([...files])
}
