import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { ManyRow } from './many-row.tsx'
import classes from './many-tasks.module.css'
import { type CellName, cellNames, type ManyValues, maxRows, type Reading } from './many-tasks.ts'
import { ManyTotals } from './many-totals.tsx'
import type { Assignees } from './use-assignees.ts'
import { useManyRows } from './use-many-rows.ts'
import { useRowHints } from './use-row-hints.ts'
import type { RowProducts } from './use-row-products.ts'

/** From this width on the cells are in columns, and the column headers name them. */
const columnsFit = '(min-width: 1101px)'

type ManyRowsProps = {
  form: FormState<ManyValues>
  isPhone: boolean
  assignees: Assignees
  sets: RowProducts
  reading: () => Reading
}

/** One row for each task. An error stands at its cell. */
export function ManyRows({ form, isPhone, assignees, sets, reading }: ManyRowsProps) {
  const t = useTranslations('manyTasks')
  useFieldWords('tasks', t('rows'))
  const hasHeads = useMediaQuery(columnsFit, undefined, { getInitialValueInEffect: false })
  const rows = form.values.tasks
  const change = useManyRows(form)
  const hints = useRowHints(form.values, assignees)
  const isFull = rows.length >= maxRows
  return (
    <fieldset className={classes.rows} aria-describedby="many-rows-hint">
      <legend className={classes.legend}>{t('rows')}</legend>
      <p id="many-rows-hint" className={classes.hint}>
        {t('rowsHintProduct')} {!isPhone && t('rowsHintKeys')} {t('rowsHintPaste')}
      </p>
      {hasHeads && <Heads />}
      <ol className={classes.list}>
        {rows.map((row, index) => (
          <ManyRow
            key={row.key}
            row={row}
            index={index}
            hasLabels={!hasHeads}
            isOnly={rows.length === 1}
            isFull={isFull}
            errors={errorsOf(form, index)}
            hints={hints}
            assignees={assignees}
            sets={sets}
            quantity={form.values.quantity}
            reading={reading}
            change={change}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} />}
          disabled={isFull}
          onClick={() => change.add(rows.length)}
        >
          {t('addRow')}
        </Button>
        {isFull && <span className={classes.hint}>{t('full', { most: maxRows })}</span>}
        <ManyTotals values={form.values} reading={reading} />
      </div>
    </fieldset>
  )
}

function Heads() {
  const t = useTranslations('manyTasks')
  return (
    <div className={classes.heads} aria-hidden="true">
      {cellNames.map((name) => (
        <span key={name}>{t(`cell_${name}`)}</span>
      ))}
    </div>
  )
}

// One string for all cells of a row,
// so that the memoized row does not render again while its errors are the same.
const errorsOf = ({ errors }: FormState<ManyValues>, index: number): string =>
  JSON.stringify(cellNames.map((name: CellName) => fieldError(errors, `tasks.${index}.${name}`) ?? ''))
