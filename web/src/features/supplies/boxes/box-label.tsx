import type { Box } from '@artel/contract/supplies/supplies'
import { labelSizes } from '@artel/contract/supplies/supplies.line'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useFileCall } from '../../../api/list/list-file.ts'
import classes from './box-label.module.css'

const size = labelSizes[0]

/** A preview of the small label of a box with its current data, and a print button. */
export function BoxLabel({ box }: { box: Box }) {
  const t = useTranslations('supplies')
  const { supply_id, id } = box
  const { data } = useCall('supplies.label', { params: { supply_id, id } })
  const { isBusy, start } = useFileCall('supplies.labels')
  const print = () => start({ input: { params: { id: supply_id }, query: { size, box_id: id } } })
  const name = t('label', { size: size.replace('x', '×') })
  return (
    <section className={classes.label} aria-label={name}>
      <div className={classes.head}>
        <span>{name}</span>
        <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={print}>
          {t('print')}
        </Button>
      </div>
      <div className={classes.paper}>
        {data && (
          <svg viewBox={`0 0 ${data.label.width} ${data.label.height}`} role="img" aria-label={box.barcode}>
            <path d={data.label.path} />
          </svg>
        )}
      </div>
    </section>
  )
}
