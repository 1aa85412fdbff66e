import type { ListedOrder } from '@artel/contract/orders/orders'
import { UnstyledButton } from '@mantine/core'
import { useMediaAddress } from '../../api/send/media.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Coins } from '../../ui/figures/figures.tsx'
import { PersonName } from '../../ui/marks/avatar.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { OrderActions } from './order-actions.tsx'
import classes from './order-parts.module.css'
import { OrderStatusText } from './order-parts.tsx'
import { useOrderName } from './use-order-name.ts'
import type { OrderSteps } from './use-order-steps.tsx'

type OrderCardProps = {
  order: ListedOrder
  /** Shows the person. Not needed in one's own list. */
  withPerson: boolean
  steps: OrderSteps
  onOpen: () => void
}

/** An order in the list on a phone. The whole card opens the order, which links to the person. */
export function OrderCard({ order, withPerson, steps, onOpen }: OrderCardProps) {
  const address = useMediaAddress()
  const name = useOrderName()(order)
  return (
    <article className={classes.card}>
      <Thumb src={address(order.photo, 'small')} size={44} />
      <div className={classes.cardHead}>
        <UnstyledButton className={classes.open ?? ''} onClick={onOpen}>
          {name}
        </UnstyledButton>
        <div className={classes.cardFacts}>
          <OrderStatusText status={order.status} />
          <DateText value={order.created_at} withTime tone="quiet" />
        </div>
        {order.comment !== '' && <p className={classes.quiet}>{order.comment}</p>}
      </div>
      <div className={classes.cardFoot}>
        {withPerson && (
          <PersonName id={order.user.id} name={order.user.full_name} src={address(order.user.avatar)} />
        )}
        <Coins value={order.total} emphasis />
        <OrderActions order={order} steps={steps} />
      </div>
    </article>
  )
}
