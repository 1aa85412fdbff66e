import type { LegalEntityType } from '@artel/contract/legal-entities.rules'
import type { MoySkladRead } from '@artel/contract/moysklad.stored'
import { instant } from '@artel/contract/primitives'
import { storable } from '@artel/contract/storable'
import { z } from 'zod'
import { listOf, words } from '../../outside/lenient.ts'
import { mapInSlices } from '../../slices.ts'

// Theirs, as far as it concerns us. Without an id or a name there is no row.

const amount = z.number().catch(0)
/** A collection of theirs; its rows are there only where they were asked for. */
const rowsOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({ rows: listOf(item) })
    .catch({ rows: [] })
    .transform(({ rows }) => rows as z.output<Item>[]) // a fallback has none

const id = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
const common = z.object({
  id,
  meta: z.object({ uuidHref: words }).catch({ uuidHref: '' }),
  archived: z.boolean().catch(false),
  updated: words,
})
const named = common.extend({ name: z.string().min(1).overwrite(storable) })

const account = z.object({
  isDefault: z.boolean().catch(false),
  accountNumber: words,
  bic: words,
  bankName: words,
  correspondentAccount: words,
})

const organization = named.extend({
  companyType: words,
  legalTitle: words,
  legalLastName: words,
  legalFirstName: words,
  legalMiddleName: words,
  legalAddress: words,
  actualAddress: words,
  inn: words,
  kpp: words,
  ogrn: words,
  ogrnip: words,
  phone: words,
  email: words,
  director: words,
  accounts: rowsOf(account),
})

const store = named.extend({ address: words })

const component = z.object({
  quantity: z.number(),
  assortment: z.object({ meta: z.object({ href: z.string() }) }),
})

const product = named.extend({
  article: words,
  code: words,
  barcodes: listOf(z.record(z.string(), words)),
  pathName: words,
  description: words,
  weight: amount,
  components: rowsOf(component),
})

const employee = common.extend({
  name: words,
  fullName: words,
  uid: words,
  email: words,
  phone: words,
  position: words,
})

/** Their lists that we read. */
export type TheirList = 'organization' | 'store' | 'product' | 'bundle' | 'employee'

/** One row of a list in our terms; null where it cannot be read. */
function readRow(list: TheirList, row: unknown): MoySkladRead | null {
  switch (list) {
    case 'organization': {
      const read = organization.safeParse(row)
      return read.success ? organizationOf(read.data) : null
    }
    case 'store': {
      const read = store.safeParse(row)
      if (!read.success) return null
      const { name, address, archived } = read.data
      const data = { is_archived: archived, name: line(name, 500), address: lineOrNull(address, 500) }
      return { kind: 'store', ...about(read.data, data.name), data }
    }
    case 'employee': {
      const read = employee.safeParse(row)
      return read.success ? employeeOf(read.data) : null
    }
    default: {
      const read = product.safeParse(row)
      return read.success ? productOf(read.data, list === 'bundle') : null
    }
  }
}

/** Rows of a list in our terms, and how many cannot be read. */
export async function readRows(
  list: TheirList,
  rows: readonly unknown[],
): Promise<{ items: MoySkladRead[]; unread: number }> {
  const items = (await mapInSlices(rows, (row) => readRow(list, row))).filter((item) => item !== null)
  return { items, unread: rows.length - items.length }
}

type About = { moy_sklad_id: string; title: string; url: string | null; their_updated_at: string | null }

const about = (row: z.output<typeof common>, title: string): About => ({
  moy_sklad_id: row.id.toLowerCase(),
  title,
  url: urlOf(row.meta.uuidHref),
  their_updated_at: instantOf(row.updated),
})

/** Shown as a link: nothing but their own app. */
function urlOf(href: string): string | null {
  if (href.length > 1000 || !URL.canParse(href)) return null
  const { protocol, hostname, username } = new URL(href)
  const isTheirs = hostname === 'moysklad.ru' || hostname.endsWith('.moysklad.ru')
  return protocol === 'https:' && isTheirs && username === '' ? href : null
}

const moscowHours = 3

/** Reads `2026-11-23 10:15:00.123`, Moscow. Null for what is no instant of the years that the product knows. */
export function instantOf(text: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/.exec(text)
  if (!found) return null
  const [, day, time, fraction = '0'] = found
  const at = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0')}Z`)
  if (Number.isNaN(at)) return null
  const read = instant.safeParse(new Date(at - moscowHours * 3_600_000).toISOString())
  return read.success ? read.data : null
}

/** As they take instants in a question. */
export const moscowTime = (instant: string): string =>
  new Date(Date.parse(instant) + moscowHours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const types: Record<string, LegalEntityType> = { entrepreneur: 'entrepreneur', individual: 'self_employed' }

function organizationOf(row: z.output<typeof organization>): MoySkladRead<'organization'> {
  const bank = row.accounts.find(({ isDefault }) => isDefault) ?? row.accounts[0]
  const type = types[row.companyType] ?? 'company'
  const person = [row.legalLastName, row.legalFirstName, row.legalMiddleName].join(' ')
  const name = line(row.name, 500)
  return {
    kind: 'organization',
    ...about(row, name),
    data: {
      ...{ is_archived: row.archived, name, type },
      full_name: lineOrNull(row.legalTitle || person, 500),
      inn: lineOrNull(row.inn, 255),
      kpp: lineOrNull(row.kpp, 255),
      ogrn: lineOrNull(type === 'company' ? row.ogrn : row.ogrnip || row.ogrn, 255),
      legal_address: lineOrNull(row.legalAddress, 500),
      address: lineOrNull(row.actualAddress, 500),
      phone: lineOrNull(row.phone, 255),
      email: lineOrNull(row.email, 255),
      director: lineOrNull(row.director, 255),
      bank_name: lineOrNull(bank?.bankName ?? '', 255),
      bik: lineOrNull(bank?.bic ?? '', 255),
      account: lineOrNull(bank?.accountNumber ?? '', 255),
      corr_account: lineOrNull(bank?.correspondentAccount ?? '', 255),
    },
  }
}

const mostBarcodes = 200
const mostComponents = 200
/** Heavier than anything that is packed by hand: an error of whoever typed it. */
const mostGrams = 1_000_000_000

function productOf(row: z.output<typeof product>, is_bundle: boolean): MoySkladRead<'product'> {
  const name = line(row.name, 500)
  const barcodes = row.barcodes.flatMap((one) => Object.values(one).map((value) => line(value, 255)))
  // Theirs are kilograms.
  const grams = Math.round(row.weight * 1000)
  return {
    kind: 'product',
    ...about(row, name),
    data: {
      ...{ is_archived: row.archived, is_bundle, name },
      article: lineOrNull(row.article, 255),
      code: lineOrNull(row.code, 255),
      barcodes: [...new Set(barcodes)].filter((one) => one !== '').slice(0, mostBarcodes),
      category: lineOrNull(row.pathName, 500),
      description: cut(row.description.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''), 5000),
      weight_g: grams > 0 && grams <= mostGrams ? grams : null,
      components: row.components.slice(0, mostComponents).flatMap(({ quantity, assortment }) => {
        const found = id.safeParse(assortment.meta.href.split('?')[0]?.split('/').at(-1))
        return found.success ? [{ moy_sklad_id: found.data.toLowerCase(), quantity }] : []
      }),
    },
  }
}

function employeeOf(row: z.output<typeof employee>): MoySkladRead<'employee'> | null {
  const name = line(row.fullName || row.name || row.uid, 500)
  if (name === '') return null
  return {
    kind: 'employee',
    ...about(row, name),
    data: {
      ...{ is_archived: row.archived, name },
      login: lineOrNull(row.uid, 255),
      email: lineOrNull(row.email, 255),
      phone: lineOrNull(row.phone, 255),
      position: lineOrNull(row.position, 255),
    },
  }
}

/** One line without what no database stores. */
const line = (value: string, most: number): string => cut(value.replace(/[\p{Cc}\s]+/gu, ' '), most)
const lineOrNull = (value: string, most: number): string | null => line(value, most) || null

// A sign of two halves may be cut in between.
const cut = (value: string, most: number): string =>
  value
    .trim()
    .slice(0, most)
    .replace(/\p{Surrogate}/gu, '')
    .trim()
