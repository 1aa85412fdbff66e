import { labelSizes } from '@artel/contract/supplies.line'
import { MenuItem } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFileCall } from '../../../api/list-file.ts'

type LabelItemsProps = { supplyId: number /** Absent: all boxes. */; boxId?: number; disabled?: boolean }

/** Menu items that download labels to print, one for each paper size. */
export function LabelItems({ supplyId, boxId, disabled = false }: LabelItemsProps) {
  const t = useTranslations('supplies')
  const { isBusy, start } = useFileCall('supplies.labels')
  return labelSizes.map((size) => (
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
}
