import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import classes from '../packing/packing.module.css'
import { ScanTools } from '../scanner/scan-tools.tsx'
import type { Loading } from './use-pallet.ts'
import { usePalletActions } from './use-pallet-actions.ts'

type PalletToolsProps = { supplyId: number; loading: Loading; onCode: (code: string) => void }

/** The tools of the screen other than the scanner. */
export function PalletTools({ supplyId, loading, onCode }: PalletToolsProps) {
  const t = useTranslations('pallets')
  const { takeOff } = usePalletActions({ id: supplyId })
  const { pallet, coming, standing, inHand, queue } = loading
  const takeLast = () => {
    const [waiting] = coming
    if (waiting && queue.drop(waiting.id)) return
    const last = standing.find(({ barcode }) => barcode === inHand?.barcode) ?? standing.at(-1)
    if (pallet && last) takeOff(pallet, last)
    else notify({ text: t('nothingLast'), tone: 'warn' })
  }
  const type = () =>
    openDialog(t('typeTitle'), (close) => <BoxCodeForm onCode={onCode} close={close} />, { isForm: true })
  return (
    <ScanTools
      onCode={onCode}
      onType={type}
      takeBack={
        <Button
          variant="default"
          className={classes.tool ?? ''}
          leftSection={<IconArrowBackUp size={20} stroke={1.6} />}
          disabled={!pallet?.can.load}
          onClick={takeLast}
        >
          {t('takeLast')}
        </Button>
      }
    />
  )
}

function BoxCodeForm({ onCode, close }: { onCode: (code: string) => void; close: () => void }) {
  const t = useTranslations('pallets')
  const form = useFormState<{ barcode: string }>({
    call: 'supplies.putOnPallet',
    draft: null,
    initial: { barcode: '' },
    send: async ({ barcode }) => {
      close()
      onCode(barcode.trim())
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('typeSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <TextField {...form.at('barcode')} label={t('codeField')} autoFocus />
    </FormShell>
  )
}
