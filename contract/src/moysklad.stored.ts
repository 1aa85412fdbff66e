import type { FieldTextKey } from './errors.en.ts'
import type { LegalEntityType } from './legal-entities.rules.ts'
import type { MoySkladKind, MoySkladPart } from './moysklad.line.ts'

/** One of their organizations in our terms: bounded and trimmed, and not yet held to our rules. */
export type OrganizationData = {
  name: string
  full_name: string | null
  type: LegalEntityType
  inn: string | null
  kpp: string | null
  /** Of an entrepreneur the OGRNIP. */
  ogrn: string | null
  legal_address: string | null
  address: string | null
  phone: string | null
  email: string | null
  director: string | null
  /** Of the account that they offer first. */
  bank_name: string | null
  bik: string | null
  account: string | null
  corr_account: string | null
}

export type StoreData = { name: string; address: string | null }

/** Of a product, or of a bundle. */
export type ProductData = {
  is_bundle: boolean
  name: string
  article: string | null
  /** Their own number of it, which nearly all have. */
  code: string | null
  barcodes: string[]
  /** The folder that it lies in, with those above it. */
  category: string | null
  description: string
  weight_g: number | null
  /** Of a bundle: which of theirs it is put together of. */
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

/** What was read of one of theirs; `is_archived`: they keep it in their archive. */
export type MoySkladData = { is_archived: boolean } & (
  | OrganizationData
  | StoreData
  | ProductData
  | EmployeeData
)

/** One of theirs as it was read, by the kind that it is of. */
export type MoySkladRead<Kind extends keyof DataOfKind = keyof DataOfKind> = {
  [One in Kind]: {
    kind: One
    moy_sklad_id: string
    title: string
    data: DataOfKind[One] & { is_archived: boolean }
    url: string | null
    /** UTC; null where they do not say. */
    their_updated_at: string | null
  }
}[Kind]

/** A reading that is not at its end. */
export type MoySkladReading = {
  is_full: boolean
  /** Changes since then; null: everything. */
  since: string | null
  /** When it began: what is read before then is what they had no more, where all was read. */
  began_at: string
  /** Which of the lists of the part, and how many of it are read. */
  list: number
  offset: number
}

export type MoySkladProgress = { part: MoySkladPart; total: number | null; read: number; written: number }[]

/** What they have told us of: which of theirs, and whether pieces have moved. */
export type MoySkladEvent = {
  /** `at`: when, to the second; null: it is looked at in any case. */
  meant: { kind: MoySkladKind; id: string; at: string | null }[]
  has_stock: boolean
}

/** Fields of ours, as they were written. */
export type MoySkladWritten = Record<string, unknown>

/** What is wrong, at which field of ours; null: with the whole. */
export type MoySkladFailures = {
  field: string | null
  key: FieldTextKey
  values?: Record<string, string | number>
}[]

export type MoySkladChanges = { field: string; before: unknown; after: unknown; is_conflict?: boolean }[]
