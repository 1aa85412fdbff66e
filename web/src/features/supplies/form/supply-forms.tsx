import type { FieldErrors } from '@artel/contract/errors/errors'
import type { Supply } from '@artel/contract/supplies/supplies'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { orNull } from '../../../forms/form/values-from.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { emptySupply, SupplyFields, type SupplyValues, valuesOf } from './supply-fields.tsx'

/** The form of a new supply. After saving, the new supply opens. */
export function NewSupplyForm() {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const places = useWarehouseOptions()
  const create = useAction('supplies.create')
  const [only] = places.length === 1 ? places : []
  const form = useFormState<SupplyValues>({
    call: 'supplies.create',
    draft: { item: 'new', isNew: true },
    initial: { ...emptySupply, warehouse_id: only?.value ?? null },
    check: useCheck(),
    send: async (values) => {
      const { supply } = await create.mutateAsync({ body: draftOf(values) })
      await navigate({ to: '/supply/$id', params: { id: String(supply.id) }, replace: true })
      notify({ text: t('created', { number: supply.number }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide" submitLabel={t('createSubmit')}>
      <SupplyFields form={form} />
    </FormShell>
  )
}

/**
 * The form of an existing supply.
 * Sends only changed fields, and resolves a conflict with another person's edit.
 */
export function EditSupplyForm({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const update = useAction('supplies.update')
  const send = (values: SupplyValues, base: Supply) =>
    update.mutateAsync({
      params: { id: supply.id },
      body: { ...changeOf(values, valuesOf(base)), version: base.version },
    })
  const question = ({ number }: Supply) => t('staleTitle', { number })
  const form = useLiveForm<Supply, SupplyValues>({
    call: 'supplies.update',
    draft: { item: supply.id },
    thing: supply,
    valuesOf,
    check: useCheck(),
    send: async (values, base, words) => {
      const isSaved = await saveTogether({ base, valuesOf, send, words, question }, values)
      if (!isSaved) return false
      await navigate({ to: '/supply/$id', params: { id: String(supply.id) } })
      return notify({ text: t('saved', { number: values.number }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide">
      <SupplyFields form={form} supply={supply} />
    </FormShell>
  )
}

const bodyOf = (values: SupplyValues) => ({
  ...values,
  number: values.number.trim(),
  destination: orNull(values.destination),
})

/** The body of an update: the fields that differ from `before`. */
const changeOf = (values: SupplyValues, before: SupplyValues) =>
  bodyOfValues<'supplies.update'>(changedValues(bodyOf(values), bodyOf(before)))

/** The body of a create. */
function draftOf(values: SupplyValues) {
  const { number, ...rest } = bodyOf(values)
  return bodyOfValues<'supplies.create'>({ ...rest, ...(number !== '' && { number }) })
}

/** Finds planned products without a quantity. */
function useCheck() {
  const textOf = useMistakeText()
  return ({ plan }: SupplyValues): FieldErrors =>
    Object.fromEntries(
      plan.flatMap(({ quantity }, index) =>
        quantity ? [] : [[`plan.${index}.quantity`, [textOf({ key: 'required' })]]],
      ),
    )
}
