import type { Box } from '@artel/contract/supplies/supplies'
import { labelSizes } from '@artel/contract/supplies/supplies.line'
import { MenuItem } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFileCall } from '../../../api/list/list-file.ts'
import { PrintItem } from '../printing/print-item.tsx'

type LabelItemsProps = {
  supplyId: number
  /** Labels of the supply. */
  count: number
  /** Absent: all boxes. */
  box?: Pick<Box, 'id' | 'number'>
  disabled?: boolean
}

/** Menu items that send labels to a printer, or download them to print, one for each paper size. */
export function LabelItems({ supplyId, count, box, disabled = false }: LabelItemsProps) {
  const t = useTranslations('supplies')
  const { isBusy, start } = useFileCall('supplies.labels')
  const boxId = box?.id
  const files = labelSizes.map((size) => (
    <MenuItem
      key={size}
      leftSection={<IconPrinter size={16} stroke={1.8} />}
      disabled={disabled || isBusy}
      onClick={() =>
        start({ input: { params: { id: supplyId }, query: { size, ...(boxId && { box_id: boxId }) } } })
      }
    >
      {t(boxId ? 'label' : 'labels', { size: size.replace('x', '×') })}
    </MenuItem>
  ))
  return (
    <>
      <PrintItem
        supplyId={supplyId}
        count={count}
        disabled={disabled}
        {...(box && { boxId: box.id, boxNumber: box.number })}
      />
      {files}
    </>
  )
}
