import type { ListedOrder } from '@artel/contract/orders/orders'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshAfter } from '../../api/cache/refresh.ts'
import { TextAreaField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { useJudgedOrder } from './use-judged-order.ts'

type CancelFormProps = { order: ListedOrder; close: () => void; onDone: (cancelled: ListedOrder) => void }

/** Cancels an order with a reason that its buyer reads. */
export function CancelForm({ order, close, onDone }: CancelFormProps) {
  const t = useTranslations('orders')
  const fields = useTranslations('fields')
  const update = useAction('orders.update')
  const judge = useJudgedOrder()
  const form = useFormState({
    call: 'orders.update',
    draft: { item: `cancel.${order.id}` },
    initial: { comment: '' },
    check: ({ comment }) => (comment.trim() === '' ? { comment: [fields('required')] } : {}),
    send: async ({ comment }) => {
      const body = { status: 'cancelled', comment } as const
      const cancelling = judge(order, {
        isRight: ({ move_to }) => move_to.includes('cancelled'),
        submitLabel: t('cancel'),
        send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { ...body, version } }),
      })
      const answer = await cancelling.catch(async (failure: unknown) => {
        // Another person may have changed the order first, so refetch it.
        await refreshAfter('orders.update')
        throw failure
      })
      close()
      if (answer) onDone(answer.order)
      else await refreshAfter('orders.update')
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('cancel')}
      isDestructive
      cancel={{ label: t('keep'), onClick: close }}
    >
      <DialogText>{t('cancelOther', { person: order.user.full_name, coins: order.total })}</DialogText>
      <TextAreaField {...form.at('comment')} optional={false} label={t('reason')} hint={t('reasonHint')} />
    </FormShell>
  )
}
