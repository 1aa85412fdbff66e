import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The rows of all IndexedDB databases of the page's origin, as one JSON text. */
export function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const all: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        all.push(...request.result)
      }
      database.close()
    }
    return JSON.stringify(all)
  })
}

/** Waits until the browser has stored the text. */
export const keeps = (page: Page, text: string) =>
  expect.poll(async () => (await keptBy(page)).includes(text), { timeout: 15_000 }).toBe(true)
