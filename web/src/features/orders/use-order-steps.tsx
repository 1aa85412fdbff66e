import type { ListedOrder } from '@artel/contract/orders/orders'
import type { OrderStatus } from '@artel/contract/orders/orders.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshAfter } from '../../api/cache/refresh.ts'
import type { Failure } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { isStale } from '../../forms/save/judge-together.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { useJudgedOrder } from './use-judged-order.ts'
import { useOrderName } from './use-order-name.ts'

const CancelForm = lazyPart(async () => (await import('./cancel-form.tsx')).CancelForm)

/** The steps of an order. Each notifies when it is done, and offers undo. */
export function useOrderSteps() {
  const t = useTranslations('orders')
  const me = useUser()
  const nameOf = useOrderName()
  const judge = useJudgedOrder()
  const onFailure = (failure: Failure) => {
    // An order with another status is shown again with a new question, so a conflict is not an error here.
    if (isStale(failure)) return
    notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
    // Another person may have been faster, so refetch.
    void refreshAfter('orders.update')
  }
  const update = useAction('orders.update', { onFailure })
  const undoing = useAction('orders.undo', { onFailure })

  // The notice does not depend on the page, which may be another one by then. Failures are reported above.
  const then = (done: Promise<{ order: ListedOrder } | null>, tell: (order: ListedOrder) => void) =>
    void done.then(
      (answer) => (answer ? tell(answer.order) : void refreshAfter('orders.update')),
      () => undefined,
    )

  const undo = (order: ListedOrder) =>
    then(
      judge(order, {
        isRight: (can) => can.undo,
        submitLabel: t('undo'),
        send: ({ id, version }) => undoing.mutateAsync({ params: { id }, body: { version } }),
      }),
      () => notify({ text: t('undone', { name: nameOf(order) }), tone: 'ok' }),
    )

  const tell = (order: ListedOrder, status: OrderStatus) =>
    notify({
      text: t(`moved_${status}`, { name: nameOf(order), person: order.user.full_name }),
      tone: 'ok',
      ...(me.type !== 'staff' && { action: { label: t('undo'), onClick: () => undo(order) } }),
    })

  const move = (order: ListedOrder, status: OrderStatus) =>
    then(
      judge(order, {
        isRight: (can) => can.move_to.includes(status),
        submitLabel: t(`next_${status}`),
        send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { status, version } }),
      }),
      (moved) => tell(moved, status),
    )

  const cancel = async (order: ListedOrder) => {
    const title = t('cancelTitle', { name: nameOf(order) })
    if (order.can.needs_reason) {
      openDialog(
        title,
        (close) => (
          <CancelForm order={order} close={close} onDone={(cancelled) => tell(cancelled, 'cancelled')} />
        ),
        {
          isForm: true,
          size: 440,
          waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
        },
      )
      return
    }
    const isSure = await confirm({
      title,
      text: t('cancelText', { coins: order.total }),
      confirmLabel: t('cancel'),
      cancelLabel: t('keep'),
      tone: 'destructive',
    })
    if (isSure) move(order, 'cancelled')
  }

  /** While a step is in flight, a second press must not be taken for the next step. */
  const isBusyWith = ({ id }: ListedOrder) =>
    [update, undoing].some(({ isPending, variables }) => isPending && variables?.params.id === id)

  return { isBusyWith, move, cancel, undo }
}

export type OrderSteps = ReturnType<typeof useOrderSteps>
