import { Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../api/send/failure.ts'
import { isOnlyDialog } from '../../ui/dialog/only-dialog.ts'
import { useLastShown } from '../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import classes from './order-parts.module.css'
import { OrderWhole } from './order-whole.tsx'
import { useOrderName } from './use-order-name.ts'

type OrderPanelProps = { orderId: number | null; onClose: () => void }

/** An order in full, beside the list. */
export function OrderPanel({ orderId, onClose }: OrderPanelProps) {
  const t = useTranslations('orders')
  const nameOf = useOrderName()
  const shown = useLastShown(orderId)
  const { data, error, refetch } = useCall(
    'orders.get',
    { params: { id: shown ?? 0 } },
    { enabled: orderId !== null },
  )
  const order = data?.order
  return (
    <Drawer
      opened={orderId !== null}
      onClose={() => isOnlyDialog() && onClose()}
      position="right"
      size={460}
      title={order ? nameOf(order) : t('title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {order ? (
        <OrderWhole key={order.id} order={order} />
      ) : error instanceof ApiFailure && error.statusCode === 404 ? (
        <p className={classes.gone}>{t('noSuch')}</p>
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('loadOneFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} height={40} cells={[{ kind: 'text' }]} />
      )}
    </Drawer>
  )
}
