import type { Order, OrderEvent } from '@artel/contract/orders/orders'
import { useTranslations } from 'use-intl'
import { DateText } from '../../ui/dates/date-text.tsx'
import classes from './order-parts.module.css'

/** Who did what to an order, newest first, with comments. */
export function OrderHistory({ order: { history } }: { order: Order }) {
  const t = useTranslations('orders')
  return (
    <section>
      <h2 className={classes.heading}>{t('history')}</h2>
      <ol className={classes.history}>
        {history.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
    </section>
  )
}

function Event({ event: { user, kind, to, comment, created_at } }: { event: OrderEvent }) {
  const t = useTranslations('orders')
  const word = t(`status_${to}`).toLocaleLowerCase()
  return (
    <li className={classes.event}>
      <span>
        <b>{user.full_name}</b>: {t(`event_${kind}`, { status: word })}
      </span>
      <DateText value={created_at} withTime tone="quiet" />
      {comment !== '' && <p>{comment}</p>}
    </li>
  )
}
