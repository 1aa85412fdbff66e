import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { playFrom, writeLargeFilm } from '../film.ts'
import { readLiveMiB } from '../inspector.ts'
import { makeInstruction, pathOf, uploadFilm } from '../made/made-instructions.ts'
import { signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-film-'))
})
afterAll(() => rm(folder, { recursive: true }))

const largest = 500 * 1_048_576

/** Watches the server's memory. The returned function ends this and gives the maximum growth, MiB. */
async function watchMemory(): Promise<() => Promise<number>> {
  const read = () => readLiveMiB(site().inspector)
  const before = await read()
  let most = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await read())
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return async () => {
    isOver = true
    await watching
    return most - before
  }
}

test('a 500 MiB video is uploaded and played with little server memory', async () => {
  const path = join(folder, 'съёмка.webm')
  await writeLargeFilm(path, largest)
  const instruction = await makeInstruction('С длинным видео')
  const page = await openPage()
  await signIn(page, 'admin', pathOf(instruction))
  await page.getByRole('button', { name: 'Изменить' }).click()
  // The video reader stays in memory after its first use.
  await uploadFilm()
  const grown = await watchMemory()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Добавить фото или видео' }).click()
  await (await choosing).setFiles(path)
  await page.getByRole('progressbar', { name: /съёмка/ }).waitFor()
  await page.getByText('съёмка.webm на месте').waitFor({ state: 'attached', timeout: 120_000 })
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  const video = page.getByRole('article').locator('video')
  await video.waitFor()
  expect(await playFrom(video, 2)).toBeGreaterThanOrEqual(2)
  expect(await grown()).toBeLessThan(20)
}, 180_000)
