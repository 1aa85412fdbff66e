import type { Order } from '@artel/contract/orders/orders'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Coins } from '../../ui/figures/figures.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { SourceEntries } from '../ledger/ledger.tsx'
import { PersonLink } from '../users/users.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderMedia } from './order-media.tsx'
import classes from './order-parts.module.css'
import { OrderStatusText } from './order-parts.tsx'
import { OrderWord } from './order-word.tsx'
import { useOrderSteps } from './use-order-steps.tsx'

/** All facts of an order: buyer, item, handover and history. */
export function OrderWhole({ order }: { order: Order }) {
  const t = useTranslations('orders')
  const format = useFormat()
  const steps = useOrderSteps()
  const { id, item_id, name, price, quantity, total } = order
  const lastWord = order.history.find(({ kind }) => kind === 'comment')
  return (
    <div className={classes.whole}>
      <OrderActions order={order} steps={steps} />
      <Facts>
        <Fact name={t('status')}>
          <OrderStatusText status={order.status} />
          <DateText value={order.status_at} withTime tone="quiet" />
        </Fact>
        <Fact name={t('person')}>
          <PersonLink person={order.user} />
        </Fact>
        <Fact name={t('what')}>
          <Link to="/shop/item/$id" params={{ id: String(item_id) }} className={classes.link}>
            {name}
          </Link>
        </Fact>
        <Fact name={t('quantity')}>
          {format.number(quantity)} × <Coins value={price} />
        </Fact>
        <Fact name={t('total')}>
          <SourceEntries ledger="coins" source={{ source_type: 'order', source_id: id }} value={total} />
        </Fact>
        <Fact name={t('orderedAt')}>
          <DateText value={order.created_at} withTime />
        </Fact>
      </Facts>
      <OrderMedia order={order} />
      <OrderHistory order={order} />
      {/* A new key after each comment resets the form, so that a sent text cannot be sent again. */}
      {order.can.edit && <OrderWord key={lastWord?.id ?? 0} id={id} />}
    </div>
  )
}
