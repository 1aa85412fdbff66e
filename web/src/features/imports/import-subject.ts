import type { ImportKind } from '@artel/contract/imports/imports.line'
import type { ReactNode } from 'react'

/** How a cell of a field is formatted when it is compared with the previous value. */
export type FieldKind = 'text' | 'money' | 'yesNo' | 'list'

/** What the import pages need to know about one kind of import. */
export type ImportSubject = {
  kind: ImportKind
  send: 'products.import' | 'supplies.import' | 'localizations.import'
  template: 'products.template' | 'supplies.template' | 'localizations.list'
  /** The fields in the order they are offered. The first one identifies a row and must have a column. */
  fields: readonly { name: string; title: string; kind: FieldKind }[]
  /** Titles of known columns that are not imported, so the person is not asked about them. */
  leavesOut: readonly string[]
  /** Options of the import other than `overwrite`, chosen in the check step. */
  choices: readonly { name: string; label: string; isOn: boolean }[]
  /** Sent with each file: where its rows go. */
  into?: { supply_id: number }
  /** The breadcrumb that leads back to the list. */
  breadcrumb: { key: string; link: ReactNode }
  /** A button that leads to the list. */
  toList: ReactNode
}
