import { type UserType, userTypes } from '@artel/contract/access'
import { type League, leagues } from '@artel/contract/achievements/achievements.line'
import { maxNamed, maxNamedWarehouses } from '@artel/contract/pushes/pushes.line'
import { MultiSelect, SegmentedControl } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { SelectField } from '../../forms/choices/choice-fields.tsx'
import { PeopleField } from '../../forms/choices/people-field.tsx'
import { useWarehouseOptions } from '../../forms/choices/use-warehouse-options.ts'
import { FieldGroup } from '../../forms/fields/field-group.tsx'
import { useFieldWords } from '../../forms/form/form-words.ts'
import type { FieldBinding, FormState } from '../../forms/form/use-form-state.ts'
import { useChosenPeople } from '../users/users.tsx'
import classes from './push-parts.module.css'
import { type PushValues, shifts } from './push-values.ts'

/** The audience of a push: everyone, or the people that pass all chosen filters. */
export function Whom({ form, reach }: { form: FormState<PushValues>; reach: string }) {
  const t = useTranslations('pushes')
  const merits = useTranslations('merits')
  const whom = form.at('whom')
  useFieldWords<typeof whom.value>(whom.name, t('audience'), (value) => t(`audience_${value}`))
  const isSome = whom.value === 'some'
  return (
    <FieldGroup title={t('audience')} error={whom.error} {...(isSome && { hint: t('narrowHint') })}>
      <SegmentedControl<'all' | 'some'>
        name="whom"
        className={classes.whom ?? ''}
        aria-label={t('audience')}
        data={(['all', 'some'] as const).map((value) => ({ value, label: t(`audience_${value}`) }))}
        value={whom.value}
        onChange={(value) => whom.onChange(value)}
      />
      {isSome && (
        <>
          <Several<UserType>
            {...form.at('types')}
            label={t('types')}
            options={userTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
            onChange={(types) => form.merge({ types, whom: 'some' })}
          />
          <Several<League>
            {...form.at('leagues')}
            label={t('leagues')}
            options={leagues.map((value) => ({ value, label: merits(`league_${value}`) }))}
            onChange={(chosen) => form.merge({ leagues: chosen, whom: 'some' })}
          />
          <Warehouses
            {...form.at('warehouse_ids')}
            onChange={(warehouse_ids) => form.merge({ warehouse_ids, whom: 'some' })}
          />
          <SelectField
            {...form.at('shift')}
            label={t('shift')}
            hint={t('shiftHint')}
            options={shifts.map((value) => ({ value, label: t(`shift_${value}`) }))}
            onChange={(shift) => form.merge({ shift: shift ?? 'any', whom: 'some' })}
          />
          <People {...form.at('user_ids')} onChange={(user_ids) => form.merge({ user_ids, whom: 'some' })} />
        </>
      )}
      <p className={classes.reachText} role="status">
        {reach}
      </p>
    </FieldGroup>
  )
}

type SeveralProps<Value extends string> = FieldBinding<Value[]> & {
  label: string
  options: { value: Value; label: string }[]
  most?: number
}

function Several<Value extends string>({
  name,
  label,
  options,
  value,
  onChange,
  error,
  most,
}: SeveralProps<Value>) {
  const t = useTranslations('pushes')
  const forms = useTranslations('forms')
  useFieldWords<Value[]>(name, label, (chosen) => String(chosen.length))
  return (
    <MultiSelect
      name={name}
      label={label}
      error={error}
      data={options}
      value={value}
      // The values come from the options, so the cast holds.
      onChange={(chosen) =>
        onChange(options.map(({ value: one }) => one).filter((one) => chosen.includes(one)))
      }
      {...(most !== undefined && { maxValues: most })}
      {...(value.length === 0 && { placeholder: t('anyOf') })}
      clearable
      clearButtonProps={{ 'aria-label': forms('clear') }}
    />
  )
}

function Warehouses({ value, onChange, ...field }: FieldBinding<number[]>) {
  const t = useTranslations('pushes')
  const options = useWarehouseOptions(...value)
  if (options.length === 0) return null
  return (
    <Several<string>
      {...field}
      label={t('warehouses')}
      options={options.map(({ value: id, label }) => ({ value: String(id), label }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      most={maxNamedWarehouses}
    />
  )
}

function People(field: FieldBinding<number[]>) {
  const t = useTranslations('pushes')
  const offered = useChosenPeople(field.value)
  return (
    <PeopleField
      {...field}
      label={t('people')}
      placeholder={t('peoplePlaceholder')}
      {...offered}
      most={maxNamed}
    />
  )
}
