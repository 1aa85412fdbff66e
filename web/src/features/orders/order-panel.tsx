import { Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ApiFailure, listErrorOf } from '../../api/failure.ts'
import { useCall } from '../../api/query.ts'
import { useLastShown } from '../../ui/last-shown.ts'
import { isOnlyDialog } from '../../ui/only-dialog.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
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
