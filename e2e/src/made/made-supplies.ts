import type { Page } from 'playwright-core'
import { adminClient, unique } from './made-tasks.ts'

type Packed = { id: number; name: string; barcode: string }
export type MadeSupply = {
  id: number
  number: string
  boxes: { id: number; number: number; barcode: string }[]
}

/** Random Latin letters and digits. */
const randomCode = (length: number) =>
  Array.from({ length }, () =>
    'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(Math.floor(Math.random() * 32)),
  ).join('')

/** A product that only this test uses, with a barcode. */
export async function makePacked(name: string, barcode = randomCode(12)): Promise<Packed> {
  const client = await adminClient()
  const draft = { name: unique(name), article: `P-${barcode}`, barcodes: [barcode] }
  const { product } = await client.call<{ product: { id: number } }>('POST', '/products/create', draft)
  return { id: product.id, name: draft.name, barcode }
}

/** An inactive warehouse. @returns its name */
export async function makeClosedWarehouse(): Promise<string> {
  const client = await adminClient()
  const name = unique('Закрытый')
  const { warehouse } = await client.call<{ warehouse: { id: number } }>('POST', '/warehouses/create', {
    name,
  })
  await client.call('PUT', `/warehouses/${warehouse.id}`, { is_active: false })
  return name
}

type Wanted = {
  boxes: number
  plan?: { product_id: number; quantity: number }[]
  destination?: string
  isDraft?: boolean
}

/** A supply in packing, with empty boxes. */
export async function makeSupply({ boxes: count, isDraft, ...draft }: Wanted): Promise<MadeSupply> {
  const client = await adminClient()
  // Only active warehouses, because other tests switch off their own warehouses.
  const { warehouses } = await client.call<{ warehouses: { id: number }[] }>(
    'POST',
    '/warehouses?sort_by=id&direction=asc',
    { is_active: true },
  )
  const warehouse_id = warehouses[0]?.id
  const made = await client.call<{ supply: { id: number; number: string } }>('POST', '/supplies/create', {
    ...draft,
    warehouse_id,
  })
  const { id, number } = made.supply
  const added = count > 0 && (await client.call<MadeSupply>('POST', `/supplies/${id}/boxes`, { count }))
  if (!isDraft) await client.call('PUT', `/supplies/${id}/status`, { status: 'packing' })
  return { id, number, boxes: added ? added.boxes : [] }
}

type ReadBox = { id: number; barcode: string; units_count: number; planned_count: number | null }
type Read = { supply: { units_count: number; status: string; boxes: ReadBox[] } }

/** Reads a supply from the server. */
export const readSupply = async (id: number): Promise<Read['supply']> =>
  (await (await adminClient()).call<Read>('GET', `/supplies/${id}`)).supply

type Scanner = {
  codes: readonly string[]
  paceMs: number
  layout?: 'english' | 'russian'
  /** Time between two keys of a code, ms; default: all at once. */
  signMs?: number
  /** A pause before this key of each code: the scanner hiccups. */
  hiccup?: { before: number; ms: number }
}

/**
 * Presses the keys of each code and then Enter, as a scanner does, `paceMs` ms after the previous code. The time
 * stamps of the key events follow the scanner, so a busy browser does not change them. In a Russian layout the same
 * keys give other letters.
 */
export function scanKeys(page: Page, scanner: Scanner): Promise<void> {
  const { codes, paceMs, layout = 'english', signMs = 0, hiccup = { before: 0, ms: 0 } } = scanner
  const russian = Object.fromEntries(
    [...'QWERTYUIOPASDFGHJKLZXCVBNM'].map((key, index) => [key, russianKeys[index]]),
  )
  return page.evaluate(
    async ({ all, pace, letters, gap, pause }) => {
      let now = performance.now()
      const press = (code: string, key: string, shiftKey = false) => {
        const event = new KeyboardEvent('keydown', { code, key, shiftKey, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: now })
        ;(document.activeElement ?? document.body).dispatchEvent(event)
      }
      const begin = performance.now()
      for (const [index, text] of all.entries()) {
        now = Math.max(now + pace, performance.now())
        for (const [place, sign] of [...text].entries()) {
          now += place > 0 && place === pause.before ? pause.ms : gap
          if (/\d/.test(sign)) press(`Digit${sign}`, sign)
          else press(`Key${sign}`, letters[sign] ?? sign, true)
        }
        now += gap
        press('Enter', 'Enter')
        const rest = begin + (index + 1) * pace - performance.now()
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)))
      }
    },
    { all: codes, pace: paceMs, letters: layout === 'russian' ? russian : {}, gap: signMs, pause: hiccup },
  )
}

const russianKeys = [...'ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ']

/**
 * A scanner that uses real key events of the browser, so that Enter presses the focused element. Sends all
 * keys at once.
 */
export async function pressKeys(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const press = (key: object) => [
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ]
  const signs = [...text].flatMap((sign) =>
    press(
      /\d/.test(sign) ? { code: `Digit${sign}`, key: sign } : { code: `Key${sign}`, key: sign, modifiers: 8 },
    ),
  )
  const enter = press({ code: 'Enter', key: 'Enter', windowsVirtualKeyCode: 13, text: '\r' })
  await Promise.all([...signs, ...enter])
  await session.detach()
}

export const scannerReady = (page: Page) => page.getByText('Сканер готов').waitFor()

/** Opens the packing screen of a box that is empty. */
export async function openPacking(page: Page, supplyId: number, boxId: number): Promise<void> {
  await page.goto(`/supply/${supplyId}?pack=${boxId}`)
  await scannerReady(page)
  await page.getByRole('heading', { name: /Отсканируйте (первый|следующий) набор/ }).waitFor()
}
