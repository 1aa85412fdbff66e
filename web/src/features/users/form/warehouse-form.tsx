import { useTranslations } from 'use-intl'
import { SelectField } from '../../../forms/choice-fields.tsx'
import { FormShell } from '../../../forms/form-shell.tsx'
import { useFormState } from '../../../forms/use-form-state.ts'
import { useWarehouseOptions } from '../../../forms/use-warehouse-options.ts'

type WarehouseFormProps = { send: (value: number | null) => Promise<void>; close: () => void }
type Values = { value: number | null }

/** Asks for the warehouse that all selected people get. */
export function WarehouseForm({ send, close }: WarehouseFormProps) {
  const t = useTranslations('users')
  const places = useWarehouseOptions()
  const form = useFormState<Values>({
    call: 'personnel.bulk',
    draft: null,
    initial: { value: null },
    send: async ({ value }) => {
      await send(value)
      close()
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('warehouseSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <SelectField {...form.at('value')} label={t('warehouse')} options={places} none={t('noWarehouse')} />
    </FormShell>
  )
}
