import type { ImportDetail, ImportRow } from '@artel/contract/imports/imports'
import { useTranslations } from 'use-intl'
import { CellText } from './cell-text.tsx'
import classes from './import-rows.module.css'
import type { ImportSubject } from './import-subject.ts'
import { RowOutcome } from './row-outcome.tsx'
import { FixCell } from './steps/fix-cell.tsx'

type RowCardProps = {
  row: ImportRow
  subject: ImportSubject
  found: ImportDetail
  onFix: ((row: number, field: string, text: string) => void) | undefined
}

/** A row of the file on a phone: its identity, its changes or errors, and the reasons. */
export function RowCard({ row, subject, found, onFix }: RowCardProps) {
  const t = useTranslations('imports')
  const columns = found.layout?.columns ?? []
  const cells = subject.fields.flatMap((field, place) => {
    const index = columns.findIndex((column) => column.field === field.name)
    if (index < 0) return []
    const text = row.cells[index] ?? ''
    const isWrong = row.errors.some((error) => error.field === field.name)
    const isChanged = row.before !== null && field.name in row.before
    // The first two fields identify the row.
    return place < 2 || isWrong || isChanged ? [{ field, text, isWrong, isChanged }] : []
  })
  return (
    <div className={classes.rowCard}>
      <div className={classes.rowCardHead}>
        <span className={classes.rowNumber}>
          {t('row')} {row.row}
        </span>
        {row.action !== 'refuse' && <RowOutcome row={row} isDry={found.is_dry} />}
      </div>
      <dl className={classes.rowCells}>
        {cells.map(({ field, text, isWrong, isChanged }) => (
          <div key={field.name}>
            <dt>{field.title}</dt>
            <dd>
              {isWrong ? (
                <FixCell row={row} field={field} text={text} onFix={onFix} />
              ) : (
                <CellText
                  field={field}
                  text={text}
                  {...(isChanged && { before: row.before?.[field.name] })}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {row.action === 'refuse' && <RowOutcome row={row} isDry={found.is_dry} />}
    </div>
  )
}
