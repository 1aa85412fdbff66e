import type { ImportKind } from '@artel/contract/imports.line'
import type { ReactNode } from 'react'

/** How a cell of a field is written where it is compared with what was there. */
export type FieldKind = 'text' | 'money' | 'yesNo' | 'list'

/** What is taken in from files, as its pages know it. */
export type ImportSubject = {
  kind: ImportKind
  send: 'products.import' | 'supplies.import' | 'localizations.import'
  template: 'products.template' | 'supplies.template' | 'localizations.list'
  /** Fields in the order in which they are offered; the first tells rows apart and must have a column. */
  fields: readonly { name: string; title: string; kind: FieldKind }[]
  /** Titles of columns that such files have and that are no fields: nobody needs to be asked about them. */
  leavesOut: readonly string[]
  /** Beside `overwrite`, what whoever checks a file may choose of how it is taken. */
  choices: readonly { name: string; label: string; isOn: boolean }[]
  /** Sent with every file: where its rows go. */
  into?: { supply_id: number }
  /** The way back, to the list of them. */
  breadcrumb: { key: string; link: ReactNode }
  /** A button that leads there. */
  toList: ReactNode
}
