import { useTranslations } from 'use-intl'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'

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
