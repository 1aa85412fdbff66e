import { MenuItem } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import type { PrintedBoxes } from './print-form.tsx'
import { usePrinters } from './use-printers.ts'

const PrintForm = lazyPart(async () => (await import('./print-form.tsx')).PrintForm)

type PrintItemProps = PrintedBoxes & { boxNumber?: number; disabled: boolean }

/** The menu item that sends labels to a printer, if the company has one. */
export function PrintItem({ boxNumber, disabled, ...boxes }: PrintItemProps) {
  const t = useTranslations('printing')
  if (usePrinters().length === 0) return null
  const title = boxNumber === undefined ? t('dialogAll') : t('dialogOne', { number: boxNumber })
  return (
    <MenuItem
      leftSection={<IconPrinter size={16} stroke={1.8} />}
      disabled={disabled}
      onClick={() => openDialog(title, (close) => <PrintForm {...boxes} close={close} />, { isForm: true })}
    >
      {t('toPrinter')}
    </MenuItem>
  )
}
