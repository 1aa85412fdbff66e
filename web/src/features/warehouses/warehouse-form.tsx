import type { Warehouse } from '@artel/contract/company/warehouses'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../forms/form/use-form-state.ts'
import { orNull, valuesFrom } from '../../forms/form/values-from.ts'
import { saveTogether } from '../../forms/save/save-together.ts'
import { changedValues } from '../../forms/save/stale-fields.ts'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'

type WarehouseValues = { name: string; address: string }

const empty: WarehouseValues = { name: '', address: '' }

const valuesOf = (warehouse: Warehouse) => valuesFrom(empty, warehouse, {})

/** Opens the dialogs that create and edit a warehouse. */
export function useWarehouseDialogs() {
  const t = useTranslations('warehouses')
  const open = (title: string, form: (close: () => void) => ReactNode) =>
    openDialog(title, form, { isForm: true, size: 480 })
  return {
    create: () => open(t('newTitle'), (close) => <NewWarehouseForm close={close} />),
    edit: (warehouse: Warehouse) =>
      open(t('editTitle', { name: warehouse.name }), (close) => (
        <EditWarehouseForm warehouse={warehouse} close={close} />
      )),
  }
}

function NewWarehouseForm({ close }: { close: () => void }) {
  const t = useTranslations('warehouses')
  const create = useAction('warehouses.create')
  const form = useFormState<WarehouseValues>({
    call: 'warehouses.create',
    draft: { item: 'new', isNew: true },
    initial: empty,
    send: async ({ name, address }) => {
      await create.mutateAsync({ body: { name, address: orNull(address) } })
      close()
      notify({ text: t('created', { name }), tone: 'ok' })
    },
  })
  return <WarehouseForm form={form} submitLabel={t('create')} close={close} />
}

function EditWarehouseForm({ warehouse, close }: { warehouse: Warehouse; close: () => void }) {
  const t = useTranslations('warehouses')
  const update = useAction('warehouses.update')
  const send = (values: WarehouseValues, base: Warehouse) => {
    const { address, ...name } = changedValues(values, valuesOf(base))
    const changed = { ...name, ...(address !== undefined && { address: orNull(address) }) }
    return update.mutateAsync({ params: { id: warehouse.id }, body: { ...changed, version: base.version } })
  }
  const question = ({ name }: Warehouse) => t('staleTitle', { name })
  const form = useFormState<WarehouseValues>({
    call: 'warehouses.update',
    draft: { item: warehouse.id },
    initial: valuesOf(warehouse),
    send: async (values, words) => {
      const isSaved = await saveTogether({ base: warehouse, valuesOf, send, words, question }, values)
      if (!isSaved) return false
      close()
      return notify({ text: t('saved', { name: values.name }), tone: 'ok' })
    },
  })
  return <WarehouseForm form={form} submitLabel={t('save')} close={close} />
}

type WarehouseFormProps = { form: FormState<WarehouseValues>; submitLabel: string; close: () => void }

function WarehouseForm({ form, submitLabel, close }: WarehouseFormProps) {
  const t = useTranslations('warehouses')
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={submitLabel}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <TextField {...form.at('name')} label={t('name')} autoFocus />
      <TextField {...form.at('address')} label={t('address')} />
    </FormShell>
  )
}
