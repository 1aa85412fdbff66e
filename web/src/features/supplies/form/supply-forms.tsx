import type { FieldErrors } from '@artel/contract/errors/errors'
import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Supply } from '@artel/contract/supplies/supplies'
import { marketplaces } from '@artel/contract/supplies/supplies.line'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { useLegalEntityOptions } from '../../../forms/choices/use-legal-entity-options.ts'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { DayField } from '../../../forms/fields/day-field.tsx'
import { TextAreaField, TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow, FormShell } from '../../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../../forms/form/use-form-state.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { useSupplyWords } from '../use-supply-words.ts'
import { PlanFields } from './plan-fields.tsx'
import classes from './supply-form.module.css'
import {
  changeOf,
  draftOf,
  emptySupply,
  knownProducts,
  type SupplyValues,
  valuesOf,
} from './supply-values.ts'

/** The form of a new supply. After saving, the new supply opens. */
export function NewSupplyForm() {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const places = useWarehouseOptions()
  const [known] = useState(() => new Map<number, ProductBrief>())
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
      <SupplyFields form={form} known={known} isNew />
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
  const [known] = useState(() => new Map<number, ProductBrief>())
  for (const product of knownProducts(supply)) known.set(product.id, product)
  const words = useSupplyWords((id) => known.get(id)?.name ?? `№ ${id}`)
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
    send: async (values, base) => {
      const isSaved = await saveTogether({ base, valuesOf, send, words, question }, values)
      if (!isSaved) return false
      await navigate({ to: '/supply/$id', params: { id: String(supply.id) } })
      return notify({ text: t('saved', { number: values.number }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="wide">
      <SupplyFields form={form} known={known} />
    </FormShell>
  )
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

type SupplyFieldsProps = {
  form: FormState<SupplyValues>
  known: Map<number, ProductBrief>
  isNew?: boolean
}

function SupplyFields({ form, known, isNew = false }: SupplyFieldsProps) {
  const t = useTranslations('supplies')
  const places = useWarehouseOptions(form.initial.warehouse_id)
  const entities = useLegalEntityOptions()
  return (
    <div className={classes.fields}>
      <FieldRow>
        <SelectField {...form.at('warehouse_id')} label={t('warehouse')} options={places} />
        <SelectField
          {...form.at('legal_entity_id')}
          label={t('legalEntity')}
          options={entities}
          none={t('noLegalEntity')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          {...form.at('marketplace')}
          onChange={(chosen) => chosen && form.at('marketplace').onChange(chosen)}
          label={t('marketplace')}
          options={marketplaces.map((value) => ({ value, label: t(`marketplace_${value}`) }))}
        />
        <DayField {...form.at('planned_on')} label={t('plannedOn')} />
      </FieldRow>
      <TextField {...form.at('destination')} label={t('destination')} hint={t('destinationHint')} />
      <TextField
        {...form.at('number')}
        label={t('number')}
        // The server numbers a new supply if the field is empty.
        {...(isNew && { hint: t('numberHint'), optional: true })}
      />
      <PlanFields form={form} known={known} />
      <TextAreaField {...form.at('comment')} label={t('comment')} />
    </div>
  )
}
