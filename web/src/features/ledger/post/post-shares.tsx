import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { fieldError } from '../../../forms/form/field-errors.ts'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { useSumText } from '../use-sum-text.ts'
import { AmountField } from './amount-field.tsx'
import type { PostValues } from './post-values.ts'
import type { Recipient } from './use-recipients.ts'

type PostSharesProps = {
  ledger: Ledger
  form: FormState<PostValues>
  known: ReadonlyMap<number, Recipient>
}

/** An amount for each person. */
export function PostShares({ ledger, form, known }: PostSharesProps) {
  const t = useTranslations('ledger')
  const sumText = useSumText(ledger)
  const { entries } = form.values
  const { onChange } = form.at('entries')
  return entries.map(({ user_id, amount }, index) => {
    const name = `entries.${index}.amount`
    const person = known.get(user_id)
    return (
      <AmountField
        key={user_id}
        ledger={ledger}
        name={name}
        label={person?.full_name ?? String(user_id)}
        {...(person && { hint: t('hasNow', { sum: sumText(person[ledger]) }) })}
        value={amount}
        error={fieldError(form.errors, name)}
        onChange={(value) =>
          onChange(
            entries.map((entry) => (entry.user_id === user_id ? { ...entry, amount: value } : entry)),
            name,
          )
        }
      />
    )
  })
}
