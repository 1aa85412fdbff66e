import type {
  EmployeeData,
  MoySkladRead,
  OrganizationData,
  ProductData,
  StoreData,
} from '@artel/contract/moysklad.stored'
import { emailForm } from '@artel/contract/password'

/** The article that a product without one of its own takes: their number of it, or its first barcode. */
export const articleOf = ({
  article,
  code,
  barcodes,
}: Pick<ProductData, 'article' | 'code' | 'barcodes'>): string | null =>
  article ?? code ?? barcodes[0] ?? null

/**
 * By what one of theirs is told from others, and from ours: `a` an article, `b` a barcode, `i` INN and KPP, `n` a name,
 * `e` an email; and `c` what a bundle is put together of. Articles and names are yet to be made alike.
 */
export function keysOf({ kind, data }: Pick<MoySkladRead, 'kind' | 'data'>): [type: string, value: string][] {
  if (kind === 'organization') {
    const { inn, kpp } = data as OrganizationData // as its kind says, here and below
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

/** By what people look for one of theirs. */
export function wordsOf({ title, data }: Pick<MoySkladRead, 'title' | 'data'>): string {
  // What each kind has of these; the rest is missing.
  const {
    article,
    code,
    inn,
    email,
    barcodes = [],
  } = data as Partial<ProductData & OrganizationData & EmployeeData>
  return [title, article, code, inn, email, ...barcodes].filter(Boolean).join(' ')
}
