import type { ListedOrder } from '@artel/contract/orders/orders'
import { openOrderStatuses } from '@artel/contract/orders/orders.line'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { useMediaAddress } from '../../api/send/media.ts'
import { useUser } from '../../api/session/session.ts'
import { Coins } from '../../ui/figures/figures.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { Status } from '../../ui/marks/status-glyph.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { useOwnOrdersLink } from '../shop/shop.ts'
import classes from './own-orders.module.css'
import { useOrderName } from './use-order-name.ts'

const shown = 5

/** The latest orders of the signed-in person. `isBrief`: only a line with a link to them. */
export function OwnOrders({ isBrief }: { isBrief: boolean }) {
  const t = useTranslations('orders')
  const { id } = useUser()
  const own = useOwnOrdersLink()
  const { data, error } = useCall('orders.list', {
    query: { limit: shown, sort_by: 'created_at', direction: 'desc' },
    body: { user_id: id },
  })
  const waiting = openOrderStatuses.reduce((sum, status) => sum + (data?.counts[status] ?? 0), 0)
  if (isBrief) {
    return (
      <Link {...own} className={classes.brief}>
        {t('mine')}
        {waiting > 0 && <b>{waiting}</b>}
      </Link>
    )
  }
  return (
    <section aria-labelledby="own-orders">
      <div className={classes.head}>
        <h2 id="own-orders">{t('mine')}</h2>
        <Link {...own}>{t('all')}</Link>
      </div>
      {data ? (
        <List orders={data.orders} />
      ) : error ? (
        <p className={classes.none}>{t('loadFailed')}</p>
      ) : (
        <SkeletonRows rows={3} height={52} cells={[{ kind: 'thumb' }]} />
      )}
    </section>
  )
}

function List({ orders }: { orders: readonly ListedOrder[] }) {
  const t = useTranslations('orders')
  const address = useMediaAddress()
  const nameOf = useOrderName()
  const format = useFormat()
  const wordOf = ({ status, status_at }: ListedOrder) =>
    status === 'delivered' ? t('deliveredOn', { date: format.date(status_at) }) : t(`status_${status}`)
  if (orders.length === 0) return <p className={classes.none}>{t('noneYet')}</p>
  return (
    <ul className={classes.rows}>
      {orders.map((order) => (
        <li key={order.id}>
          <Thumb src={address(order.photo, 'small')} size={30} />
          <span className={classes.said}>
            <Link to="/orders" search={{ order: order.id }} title={nameOf(order)}>
              {nameOf(order)}
            </Link>
            <Status status={order.status}>{wordOf(order)}</Status>
          </span>
          <Coins value={order.total} emphasis />
        </li>
      ))}
    </ul>
  )
}
