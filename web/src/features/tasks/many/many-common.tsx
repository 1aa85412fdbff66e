import { taskPriorities } from '@artel/contract/tasks/tasks.line'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PersonField, SelectField, SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { DateTimeField } from '../../../forms/fields/date-time-field.tsx'
import { MoneyField, NumberField } from '../../../forms/fields/number-fields.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { usePeople } from '../../users/users.tsx'
import classes from './many-tasks.module.css'
import type { ManyValues } from './many-tasks.ts'

/** The values that apply to every row without a value of its own. */
export function ManyCommon({ form }: { form: FormState<ManyValues> }) {
  const t = useTranslations('tasks')
  const tMany = useTranslations('manyTasks')
  const [search, setSearch] = useState('')
  const people = usePeople(search, null, form.values.user_id)
  const places = useWarehouseOptions()
  return (
    <fieldset className={classes.common} aria-describedby="many-common-hint">
      <legend className={classes.legend}>{tMany('common')}</legend>
      <p id="many-common-hint" className={classes.hint}>
        {tMany('commonHint')}
      </p>
      <div className={classes.commonFields}>
        <PersonField
          {...form.at('user_id')}
          label={t('fieldDoer')}
          people={people}
          onSearch={setSearch}
          none={t('nobody')}
        />
        <DateTimeField {...form.at('due_at')} label={t('fieldDue')} optional />
        <NumberField {...form.at('quantity')} label={t('fieldQuantity')} />
        <MoneyField {...form.at('money')} label={t('money')} />
        <NumberField {...form.at('coins')} label={t('coins')} max={1_000_000_000} />
        <SelectField
          {...form.at('priority')}
          label={t('fieldPriority')}
          options={taskPriorities.map((value) => ({ value, label: t(`priority_${value}`) }))}
        />
        <SelectField
          {...form.at('warehouse_id')}
          label={t('fieldWarehouse')}
          options={places}
          none={t('anyWarehouse')}
        />
      </div>
      <SwitchField {...form.at('requires_review')} label={t('fieldReview')} hint={t('fieldReviewHint')} />
    </fieldset>
  )
}
