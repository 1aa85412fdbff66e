import type { Order } from '@artel/contract/orders'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/query.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { TextAreaField } from '../../forms/text-fields.tsx'
import { useFormState } from '../../forms/use-form-state.ts'
import { notify } from '../../ui/notify.ts'

/** A word about an order, which whoever has bought it reads. */
export function OrderWord({ order }: { order: Order }) {
  const t = useTranslations('orders')
  const fields = useTranslations('fields')
  const update = useAction('orders.update', { refreshes: ['orders.list', 'orders.get'] })
  const form = useFormState({
    initial: { comment: '' },
    check: ({ comment }) => (comment.trim() === '' ? { comment: [fields('required')] } : {}),
    send: async (body) => {
      await update.mutateAsync({ params: { id: order.id }, body })
      form.adopt({ comment: '' })
      notify({ text: t('said'), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="inline" submitLabel={t('say')}>
      <TextAreaField {...form.at('comment')} label={t('word')} hint={t('wordHint')} maxLength={1000} />
    </FormShell>
  )
}
