import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { asAdmin, makeSomeone, type Someone } from '../made/taken-on.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

/** Texts of the page that are drawn from right to left, although no text of the app is written so. */
const turnedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const leftOf = (node: Node, at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, top, width } = range.getBoundingClientRect()
      return { left, top, width }
    }
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.nodeValue ?? ''
      // Names may be written in any direction.
      if (/[\u202A-\u202E\u2066-\u2069]/.test(text)) continue
      const first = text.search(/\S/)
      const last = text.trimEnd().length - 1
      if (last <= first) continue
      const [from, to] = [leftOf(node, first), leftOf(node, last)]
      const isSeen = from.width > 0 && to.width > 0 && Math.abs(from.top - to.top) < 2
      if (isSeen && to.left < from.left) found.push(text)
    }
    return found
  })

const rlo = '\u202e'
const turning = [`Иван${rlo}`, `\u2069${rlo}Петров`] as const

async function makeTurned(): Promise<Someone> {
  const someone = await makeSomeone('Обращённый')
  const api = await asAdmin()
  const last = `${turning[1]}-${someone.last.split('-').at(-1)}`
  await api.call('PUT', `/users/${someone.id}`, { first_name: turning[0], last_name: last })
  await api.call('POST', '/rewards', { user_id: someone.id, title: `Смена ${rlo}120`, money: 50_000 })
  return someone
}

test('direction control characters in a name do not reverse the text next to it', async () => {
  const { id } = await makeTurned()
  for (const width of [1440, 360] as const) {
    const page = await openPage({ width })
    await signIn(page, 'admin', `/user/${id}`)
    for (const path of [`/user/${id}`, '/rewards', '/money', '/users', '/tasks']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      expect(await turnedTexts(page), `${path} at ${width}`).toEqual([])
    }
    // Proves that the check detects a turned text.
    await page.evaluate((name) => {
      const line = document.createElement('p')
      line.append(`${name} `, document.createTextNode('начислено 120 рублей'))
      document.querySelector('main')?.append(line)
    }, turning.join(' '))
    expect(await turnedTexts(page)).toEqual(['начислено 120 рублей'])
  }
})
