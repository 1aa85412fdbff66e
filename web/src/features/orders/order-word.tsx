import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { TextAreaField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'

/** Adds a comment to an order. The buyer reads it. */
export function OrderWord({ id }: { id: number }) {
  const t = useTranslations('orders')
  const fields = useTranslations('fields')
  const update = useAction('orders.update')
  const form = useFormState({
    call: 'orders.update',
    draft: { item: `word.${id}` },
    initial: { comment: '' },
    check: ({ comment }) => (comment.trim() === '' ? { comment: [fields('required')] } : {}),
    send: (body) => update.mutateAsync({ params: { id }, body }),
  })
  return (
    <FormShell form={form} layout="inline" submitLabel={t('say')}>
      <TextAreaField {...form.at('comment')} optional={false} label={t('word')} hint={t('wordHint')} />
    </FormShell>
  )
}
