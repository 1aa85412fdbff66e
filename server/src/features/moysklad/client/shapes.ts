import type { LegalEntityType } from '@artel/contract/legal-entities/legal-entities.rules'
import type { MoySkladRead } from '@artel/contract/moysklad/moysklad.stored'
import { instant } from '@artel/contract/shapes/primitives'
import { z } from 'zod'
import { exact, listOf, words } from '../../../outside/lenient.ts'
import { pickInSlices } from '../../../slices.ts'

// Fields of MoySklad's answers that are used. A row without an id or a name is not readable.

const maxAccounts = 100
const maxBarcodes = 200
const maxComponents = 200

const amount = z.number().catch(0)
/** A nested collection, at most `most` rows. They are present only if the request expanded it. */
const rowsOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .object({ rows: listOf(item, most) })
    .catch({ rows: [] })
    .transform(({ rows }) => rows as z.output<Item>[]) // the fallback is empty

export const theirId = z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
const common = z.object({
  id: theirId,
  meta: z.object({ uuidHref: words }).catch({ uuidHref: '' }),
  archived: z.boolean().catch(false),
  updated: words,
})
const named = common.extend({ name: words.refine((text) => text !== '') })

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
  accounts: rowsOf(account, maxAccounts),
})

const store = named.extend({ address: words })

const component = z.object({
  quantity: z.number(),
  assortment: z.object({ meta: z.object({ href: exact.max(1000) }) }),
})

/** Each item of the list has one barcode or more, by its type. */
const barcodes = z
  .array(z.unknown())
  .catch([])
  .transform((list) => {
    const all = list.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    const texts = all.filter((one) => typeof one === 'string' && one !== '').slice(0, maxBarcodes)
    return texts.map((one) => words.parse(one))
  })

const product = named.extend({
  article: words,
  code: words,
  barcodes,
  pathName: words,
  description: words,
  weight: amount,
  components: rowsOf(component, maxComponents),
})

const employee = common.extend({
  name: words,
  fullName: words,
  uid: words,
  email: words,
  phone: words,
  position: words,
})

/** The MoySklad lists that are read. */
export type TheirList = 'organization' | 'store' | 'product' | 'bundle' | 'employee'

/** Converts one row of a list to our format; null if it cannot be read. */
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

/** Converts rows of a list to our format, and counts those that cannot be read. */
export async function readRows(
  list: TheirList,
  rows: readonly unknown[],
): Promise<{ items: MoySkladRead[]; unread: number }> {
  const items = await pickInSlices(rows, (row) => readRow(list, row))
  return { items, unread: rows.length - items.length }
}

type About = { moy_sklad_id: string; title: string; url: string | null; their_updated_at: string | null }

const about = (row: z.output<typeof common>, title: string): About => ({
  moy_sklad_id: row.id.toLowerCase(),
  title,
  url: urlOf(row.meta.uuidHref),
  their_updated_at: instantOf(row.updated),
})

/** The URL is shown as a link, so only https URLs of MoySklad are kept. */
function urlOf(href: string): string | null {
  if (href.length > 1000 || !URL.canParse(href)) return null
  const { protocol, hostname, username } = new URL(href)
  const isTheirs = hostname === 'moysklad.ru' || hostname.endsWith('.moysklad.ru')
  return protocol === 'https:' && isTheirs && username === '' ? href : null
}

const moscowHours = 3

/**
 * Parses Moscow time such as `2026-11-23 10:15:00.123`. Null if it is no instant, or in a year that Artel
 * does not support.
 */
export function instantOf(text: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/.exec(text)
  if (!found) return null
  const [, day, time, fraction = '0'] = found
  const at = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0')}Z`)
  if (Number.isNaN(at)) return null
  const read = instant.safeParse(new Date(at - moscowHours * 3_600_000).toISOString())
  return read.success ? read.data : null
}

/** Formats an instant for a request: Moscow time, to the second. */
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
      is_archived: row.archived,
      name,
      type,
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

/** Maximum weight of a product, g. A heavier one is a typing error, because nobody packs it by hand. */
const maxGrams = 1_000_000_000

function productOf(row: z.output<typeof product>, is_bundle: boolean): MoySkladRead<'product'> {
  const name = line(row.name, 500)
  const barcodes = row.barcodes.map((value) => line(value, 255))
  // MoySklad weights are kilograms.
  const grams = Math.round(row.weight * 1000)
  return {
    kind: 'product',
    ...about(row, name),
    data: {
      is_archived: row.archived,
      is_bundle,
      name,
      article: lineOrNull(row.article, 255),
      code: lineOrNull(row.code, 255),
      barcodes: [...new Set(barcodes)].filter((one) => one !== ''),
      category: lineOrNull(row.pathName, 500),
      description: cut(
        beginning(row.description, 5000)
          .replace(/\r\n?/g, '\n')
          .replace(/[^\P{Cc}\n\t]/gu, ''),
        5000,
      ),
      weight_g: grams > 0 && grams <= maxGrams ? grams : null,
      components: row.components.flatMap(({ quantity, assortment }) => {
        const found = theirId.safeParse(assortment.meta.href.split('?')[0]?.split('/').at(-1))
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
      is_archived: row.archived,
      name,
      login: lineOrNull(row.uid, 255),
      email: lineOrNull(row.email, 255),
      phone: lineOrNull(row.phone, 255),
      position: lineOrNull(row.position, 255),
    },
  }
}

/** What may be kept of a text, with as many blanks again, because replacing them takes time. */
const beginning = (value: string, most: number): string => value.slice(0, 2 * most)

/** The text on one line, without characters that a database cannot store. */
const line = (value: string, most: number): string =>
  cut(beginning(value, most).replace(/[\p{Cc}\s]+/gu, ' '), most)
const lineOrNull = (value: string, most: number): string | null => line(value, most) || null

// The cut may split a surrogate pair, so lone surrogates are removed.
const cut = (value: string, most: number): string =>
  value
    .trim()
    .slice(0, most)
    .replace(/\p{Surrogate}/gu, '')
    .trim()
