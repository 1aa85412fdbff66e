import type { ListedOrder } from '@artel/contract/orders'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/media.ts'
import { useFormat } from '../../ui/format-context.tsx'
import { Status } from '../../ui/status-glyph.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { RowName, TwoLines } from '../../ui/two-lines.tsx'
import classes from './order-parts.module.css'
import { useOrderName } from './use-order-name.ts'

/** Where an order stands; of one that is over, since when. */
export function OrderStatusText({ order }: { order: Pick<ListedOrder, 'status' | 'status_at'> }) {
  const t = useTranslations('orders')
  const format = useFormat()
  const { status, status_at } = order
  const word = t(`status_${status}`)
  return (
    <Status status={status}>
      {status === 'delivered' ? t('deliveredOn', { date: format.date(status_at) }) : word}
    </Status>
  )
}

/** What was bought, by picture and name. */
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
