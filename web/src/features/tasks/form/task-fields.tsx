import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { taskPriorities } from '@artel/contract/tasks/tasks.line'
import type { Person } from '@artel/contract/users/users'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PersonField, SelectField, SwitchField } from '../../../forms/choices/choice-fields.tsx'
import { useWarehouseOptions } from '../../../forms/choices/use-warehouse-options.ts'
import { DateTimeField } from '../../../forms/fields/date-time-field.tsx'
import { DurationField } from '../../../forms/fields/duration-field.tsx'
import { MoneyField, NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextAreaField, TextField } from '../../../forms/fields/text-fields.tsx'
import { FieldRow } from '../../../forms/form/form-shell.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { MediaField } from '../../../forms/media/media-field.tsx'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { ProductField } from '../../products/products.tsx'
import { SupplyField } from '../../supplies/supplies.tsx'
import { usePeople } from '../../users/users.tsx'
import { useTaskProduct } from '../page/use-task-product.ts'
import type { TaskFormValues } from './task-draft.ts'

type TaskFieldsProps = {
  form: FormState<TaskFormValues>
  /** The current assignee. */
  assignee?: Person | null
  /** The current media of the task. */
  media?: readonly Multimedia[]
  /** The terms are read-only, because the approver sees them while approving. */
  areTermsFixed?: boolean
}

/** The fields of a new or an existing task. */
export function TaskFields({ form, assignee = null, media = [], areTermsFixed = false }: TaskFieldsProps) {
  const t = useTranslations('tasks')
  const [search, setSearch] = useState('')
  const people = usePeople(search, assignee, form.values.user_id)
  const places = useWarehouseOptions(form.initial.warehouse_id)
  const { products, onProduct, onQuantity, hints } = useTaskProduct(form)
  const product = form.at('product_id')
  const fixed = { disabled: areTermsFixed }
  return (
    <>
      {areTermsFixed && <DialogText>{t('termsFixed')}</DialogText>}
      <ProductField
        {...product}
        // With fixed terms, choosing another product must not fill in another pay.
        onChange={areTermsFixed ? product.onChange : onProduct}
        label={t('fieldProduct')}
        {...(!areTermsFixed && { hint: t('fieldProductHint') })}
        products={products.all}
        onSearch={products.search}
      />
      <TextField {...form.at('title')} label={t('fieldTitle')} autoFocus />
      <PersonField
        {...form.at('user_id')}
        {...fixed}
        label={t('fieldDoer')}
        people={people}
        onSearch={setSearch}
        none={t('nobody')}
      />
      <FieldRow>
        <NumberField {...form.at('quantity')} {...fixed} onChange={onQuantity} label={t('fieldQuantity')} />
        <SelectField
          {...form.at('priority')}
          label={t('fieldPriority')}
          options={taskPriorities.map((value) => ({ value, label: t(`priority_${value}`) }))}
        />
      </FieldRow>
      <FieldRow>
        <MoneyField {...form.at('money')} {...fixed} {...hints.money} label={t('fieldMoney')} />
        <NumberField {...form.at('coins')} {...fixed} {...hints.coins} label={t('fieldCoins')} />
      </FieldRow>
      <DurationField {...form.at('norm_seconds')} {...fixed} {...hints.norm_seconds} label={t('fieldNorm')} />
      <DateTimeField {...form.at('due_at')} label={t('fieldDue')} />
      <SelectField
        {...form.at('warehouse_id')}
        label={t('fieldWarehouse')}
        options={places}
        none={t('anyWarehouse')}
      />
      <SupplyField
        {...form.at('supply_id')}
        label={t('fieldSupply')}
        hint={t('fieldSupplyHint')}
        none={t('noSupply')}
        chosen={form.values.supply_id}
      />
      <TextAreaField {...form.at('description')} label={t('fieldDescription')} />
      <MediaField {...form.at('multimedia_ids')} label={t('media')} path="tasks" known={media} />
      <SwitchField
        {...form.at('requires_review')}
        {...fixed}
        label={t('fieldReview')}
        hint={t('fieldReviewHint')}
      />
    </>
  )
}
