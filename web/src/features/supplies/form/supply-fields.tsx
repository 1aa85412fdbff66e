import type { Supply, SupplyDraft } from '@artel/contract/supplies/supplies'
import { marketplaces } from '@artel/contract/supplies/supplies.line'
import { useTranslations } from 'use-intl'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { useLegalEntityOptions } from '../../../forms/choices/use-legal-entity-options.ts'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { DayField } from '../../../forms/fields/day-field.tsx'
import { TextAreaField, TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../../forms/form/form-shell.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { valuesFrom } from '../../../forms/form/values-from.ts'
import { PlanFields, type PlanRow } from './plan-fields.tsx'
import classes from './supply-form.module.css'

/** The values of the form: those of the call, but for fields that may be empty while a person types. */
export type SupplyValues = Omit<SupplyDraft, 'number' | 'warehouse_id' | 'destination' | 'plan'> & {
  number: string
  warehouse_id: number | null
  destination: string
  plan: PlanRow[]
}

export const emptySupply: SupplyValues = {
  number: '',
  warehouse_id: null,
  legal_entity_id: null,
  destination: '',
  marketplace: 'wildberries',
  planned_on: null,
  comment: '',
  plan: [],
}

export const valuesOf = (supply: Supply): SupplyValues => valuesFrom(emptySupply, supply, {})

type SupplyFieldsProps = {
  form: FormState<SupplyValues>
  /** The saved supply; absent for a new one. */
  supply?: Supply
}

/** The fields of a supply. */
export function SupplyFields({ form, supply }: SupplyFieldsProps) {
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
        {...(!supply && { hint: t('numberHint'), optional: true })}
      />
      <PlanFields
        {...form.at('plan')}
        errors={form.errors}
        known={supply?.products.map(({ product }) => product) ?? []}
      />
      <TextAreaField {...form.at('comment')} label={t('comment')} />
    </div>
  )
}
