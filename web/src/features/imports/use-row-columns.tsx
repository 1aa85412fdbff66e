import type { ImportDetail, ImportRow } from '@artel/contract/imports/imports'
import { useTranslations } from 'use-intl'
import { Blank } from '../../ui/figures/figures.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { CellText } from './cell-text.tsx'
import classes from './import-rows.module.css'
import type { ImportSubject } from './import-subject.ts'
import { RowOutcome } from './row-outcome.tsx'
import { FixCell } from './steps/fix-cell.tsx'

type OnFix = ((row: number, field: string, text: string) => void) | undefined

const wide = new Set(['name', 'description'])
const widths: Record<string, number> = {
  barcodes: 140,
  article: 120,
  // Packing lists have long titles, and codes that differ at their ends.
  barcode: 148,
  quantity: 136,
  box: 148,
  expires_on: 132,
  // Texts are sentences in two languages.
  key: 220,
  ru: 300,
  en: 300,
}

/** The imported columns of the file, and the result of each row. */
export function useRowColumns(
  subject: ImportSubject,
  found: ImportDetail,
  rows: readonly ImportRow[],
  onFix: OnFix,
): DataColumn<ImportRow, 'row'>[] {
  const t = useTranslations('imports')
  const columns = found.layout?.columns ?? []
  const taken = columns.flatMap(({ field: name }, index) => {
    const field = subject.fields.find((one) => one.name === name)
    return field ? [{ field, index }] : []
  })
  // On a narrow screen only columns with errors or changes are kept.
  const matters = (name: string) =>
    rows.some(
      ({ errors, before }) =>
        errors.some(({ field }) => field === name) || (before !== null && name in before),
    )
  return [
    {
      key: 'row',
      title: t('row'),
      width: 84,
      render: ({ row }) => <span className={classes.rowNumber}>{row}</span>,
    },
    ...taken.map(({ field, index }, place) => ({
      key: field.name,
      title: field.title,
      width: wide.has(field.name) ? 220 : (widths[field.name] ?? 100),
      ...(place > 2 && !matters(field.name) && { isExtra: true as const }),
      render: (row: ImportRow) => {
        const text = row.cells[index] ?? ''
        const isWrong = row.errors.some((error) => error.field === field.name)
        if (isWrong) return <FixCell row={row} field={field} text={text} onFix={onFix} />
        const before = row.before?.[field.name]
        if (row.before && field.name in row.before)
          return <CellText field={field} text={text} before={before} />
        return text === '' ? <Blank /> : <CellText field={field} text={text} />
      },
    })),
    {
      key: 'outcome',
      title: t(found.is_dry ? 'outcome' : 'outcomeDone'),
      hidable: false,
      render: (row) => <RowOutcome row={row} isDry={found.is_dry} />,
    },
  ]
}
