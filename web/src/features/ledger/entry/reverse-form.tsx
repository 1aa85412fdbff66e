import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { callsOf } from '../ledger-calls.ts'
import { useSumText } from '../use-sum-text.ts'

type ReverseFormProps = { ledger: Ledger; entry: Entry; close: () => void }

/** Reverses an entry by one that mirrors it, with a reason. */
export function ReverseForm({ ledger, entry, close }: ReverseFormProps) {
  const t = useTranslations('ledger')
  const sumText = useSumText(ledger)
  const { mutateAsync } = useAction(callsOf(ledger).reverse, {
    // Refetch, because another person may have reversed it first.
    onFailure: () => void refreshEntities(ledger),
  })
  const form = useFormState({
    call: callsOf(ledger).reverse,
    draft: { item: entry.id },
    initial: { comment: '' },
    send: async (body) => {
      await mutateAsync({ params: { id: entry.id }, body })
      close()
      const text = t('reversed', { name: entry.user.full_name, sum: sumText(entry.amount, true) })
      notify({ text, tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('reverse')}
      isDestructive
      cancel={{ label: t('keepEntry'), onClick: close }}
    >
      <DialogText>{t('reverseText', { sum: sumText(-entry.amount, true) })}</DialogText>
      <TextAreaField {...form.at('comment')} label={t('reverseWhy')} hint={t('reverseWhyHint')} />
    </FormShell>
  )
}
