import { emailForm } from '@artel/contract/account/password'
import type {
  EmployeeData,
  MoySkladRead,
  OrganizationData,
  ProductData,
  StoreData,
} from '@artel/contract/moysklad/moysklad.stored'

/** Returns the article, or else the MoySklad code, or else the first barcode; null if the product has none. */
export const articleOf = ({
  article,
  code,
  barcodes,
}: Pick<ProductData, 'article' | 'code' | 'barcodes'>): string | null =>
  article ?? code ?? barcodes[0] ?? null

/**
 * Keys that match an item with other items and with our rows: `a` an article, `b` a barcode, `i` INN and KPP,
 * `n` a name, `e` an email; and `c` a component of a bundle. Articles and names are not normalized yet.
 */
export function keysOf({ kind, data }: Pick<MoySkladRead, 'kind' | 'data'>): [type: string, value: string][] {
  if (kind === 'organization') {
    const { inn, kpp } = data as OrganizationData // the kind determines the type, here and below
    return inn === null ? [] : [['i', `${inn} ${kpp ?? ''}`]]
  }
  if (kind === 'store') return [['n', (data as StoreData).name]]
  if (kind === 'employee') {
    const { email } = data as { email: string | null }
    return email === null ? [] : [['e', emailForm(email)]]
  }
  const product = data as ProductData
  const article = articleOf(product)
  return [
    ...(article === null ? [] : [['a', article] satisfies [string, string]]),
    ...product.barcodes.map((barcode): [string, string] => ['b', barcode]),
    ...product.components.map(({ moy_sklad_id }): [string, string] => ['c', moy_sklad_id]),
  ]
}

/** Text that a search finds an item by. */
export function wordsOf({ title, data }: Pick<MoySkladRead, 'title' | 'data'>): string {
  // Each kind has some of these fields; the others are missing.
  const {
    article,
    code,
    inn,
    email,
    barcodes = [],
  } = data as Partial<ProductData & OrganizationData & EmployeeData>
  return [title, article, code, inn, email, ...barcodes].filter(Boolean).join(' ')
}
