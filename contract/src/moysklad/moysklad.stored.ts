import type { FieldTextKey } from '../errors/errors.en.ts'
import type { LegalEntityType } from '../legal-entities/legal-entities.rules.ts'
import type { MoySkladKind, MoySkladPart } from './moysklad.line.ts'

/** A MoySklad organization in our terms: limited and trimmed, but not yet checked by our rules. */
export type OrganizationData = {
  name: string
  full_name: string | null
  type: LegalEntityType
  inn: string | null
  kpp: string | null
  /** For an entrepreneur, the OGRNIP. */
  ogrn: string | null
  legal_address: string | null
  address: string | null
  phone: string | null
  email: string | null
  director: string | null
  /** Of the account that MoySklad offers first. */
  bank_name: string | null
  bik: string | null
  account: string | null
  corr_account: string | null
}

export type StoreData = { name: string; address: string | null }

/** A product or a bundle. */
export type ProductData = {
  is_bundle: boolean
  name: string
  article: string | null
  /** MoySklad's own code of it, which nearly all products have. */
  code: string | null
  barcodes: string[]
  /** Its folder, with the folders above it. */
  category: string | null
  description: string
  weight_g: number | null
  /** For a bundle: the MoySklad products that it consists of. */
  components: { moy_sklad_id: string; quantity: number }[]
}

export type EmployeeData = {
  name: string
  login: string | null
  email: string | null
  phone: string | null
  position: string | null
}

type DataOfKind = {
  organization: OrganizationData
  store: StoreData
  product: ProductData
  employee: EmployeeData
}

/** Data of a MoySklad row; `is_archived`: the row is in the MoySklad archive. */
export type MoySkladData = { is_archived: boolean } & (
  | OrganizationData
  | StoreData
  | ProductData
  | EmployeeData
)

/** A MoySklad row as it was read, by kind. */
export type MoySkladRead<Kind extends keyof DataOfKind = keyof DataOfKind> = {
  [One in Kind]: {
    kind: One
    moy_sklad_id: string
    title: string
    data: DataOfKind[One] & { is_archived: boolean }
    url: string | null
    /** UTC; null if MoySklad does not say. */
    their_updated_at: string | null
  }
}[Kind]

/** A read that has not finished. */
export type MoySkladReading = {
  is_full: boolean
  /** Start of the changes to read; null: everything is read. */
  since: string | null
  /** When the read began. After a full read, rows that were read before then no longer exist in MoySklad. */
  began_at: string
  /** The current list of the part, and the number of its rows that are read. */
  list: number
  offset: number
}

export type MoySkladProgress = { part: MoySkladPart; total: number | null; read: number; written: number }[]

/** Changes that MoySklad has reported: the changed rows, and whether stock has moved. */
export type MoySkladEvent = {
  /** `at`: time of the change, to the second. A null time forces a check of the row. */
  meant: { kind: MoySkladKind; id: string; at: string | null }[]
  has_stock: boolean
}

/** Values of our fields as they were written. */
export type MoySkladWritten = Record<string, unknown>

/** Errors by our field; null: the error is about the whole row. */
export type MoySkladFailures = {
  field: string | null
  key: FieldTextKey
  values?: Record<string, string | number>
}[]

export type MoySkladChanges = { field: string; before: unknown; after: unknown; is_conflict?: boolean }[]
