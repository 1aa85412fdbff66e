import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session.ts'
import { SelectField } from '../../forms/choice-fields.tsx'
import { FormShell } from '../../forms/form-shell.tsx'
import { useFormState } from '../../forms/use-form-state.ts'

type WarehouseFormProps = { send: (value: number | null) => Promise<void>; close: () => void }
type Values = { value: number | null }

/** Asks for the warehouse that many people get. */
export function WarehouseForm({ send, close }: WarehouseFormProps) {
  const t = useTranslations('users')
  const { warehouses } = useSession()
  const form = useFormState<Values>({
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
      <SelectField
        {...form.at('value')}
        label={t('warehouse')}
        options={warehouses
          .filter(({ is_active }) => is_active)
          .map(({ id, name }) => ({ value: id, label: name }))}
        none={t('noWarehouse')}
      />
    </FormShell>
  )
}
