import type { ListedOrder } from '@artel/contract/orders/orders'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { Status } from '../../ui/marks/status-glyph.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { RowName, TwoLines } from '../../ui/page/two-lines.tsx'
import classes from './order-parts.module.css'
import { useOrderName } from './use-order-name.ts'

/** The status of an order. */
export function OrderStatusText({ status }: Pick<ListedOrder, 'status'>) {
  const t = useTranslations('orders')
  return <Status status={status}>{t(`status_${status}`)}</Status>
}

/** The bought item with picture and name. */
export function OrderName({ order, onOpen }: { order: ListedOrder; onOpen: () => void }) {
  const address = useMediaAddress()
  const name = useOrderName()(order)
  return (
    <span className={classes.name}>
      <Thumb src={address(order.photo, 'small')} size={30} />
      <TwoLines second={order.comment}>
        <RowName name={name} onOpen={onOpen} />
      </TwoLines>
    </span>
  )
}
