import type { LabelSize } from '@artel/contract/supplies/supplies.line'
import { labelSizes } from '@artel/contract/supplies/supplies.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { readPlacePrinter } from './place-printer.ts'
import { usePrinters } from './use-printers.ts'

export type PrintedBoxes = {
  supplyId: number
  /** Number of labels. */
  count: number
  /** Absent: all boxes of the supply. */
  boxId?: number
}

type PrintFormProps = PrintedBoxes & { close: () => void }
type Values = { printer: string | null; size: LabelSize | null }

/** Sends labels to a printer. It offers the printer of this place first. */
export function PrintForm({ supplyId, count, boxId, close }: PrintFormProps) {
  const t = useTranslations('printing')
  const printers = usePrinters()
  const print = useAction('printers.print')
  const place = readPlacePrinter()
  const first = printers.find(({ name }) => name === place.name) ?? printers[0]
  const form = useFormState<Values>({
    call: 'printers.print',
    draft: null,
    initial: { printer: first?.name ?? null, size: place.size },
    send: async ({ printer, size }) => {
      const answer = await print.mutateAsync({
        // The call requires both, so the form has refused null.
        body: { supply_id: supplyId, printer: printer!, size: size!, ...(boxId && { box_ids: [boxId] }) },
      })
      close()
      notify({ text: t('queued', { printer: answer.print.printer }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('submit', { count })}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <SelectField
        {...form.at('printer')}
        label={t('printer')}
        options={printers.map(({ name }) => ({ value: name, label: name }))}
      />
      <SelectField
        {...form.at('size')}
        label={t('size')}
        options={labelSizes.map((value) => ({
          value,
          label: t('sizeOf', { size: value.replace('x', '×') }),
        }))}
      />
    </FormShell>
  )
}
