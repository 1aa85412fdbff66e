import type { ListedOrder } from '@artel/contract/orders/orders'
import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { InputOf } from '../../api/send/calls.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Coins } from '../../ui/figures/figures.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { PersonLink } from '../users/users.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderName, OrderStatusText } from './order-parts.tsx'
import type { OrderSteps } from './use-order-steps.tsx'

type Sort = NonNullable<NonNullable<InputOf<'orders.list'>['query']>['sort_by']>
type OrderColumn = DataColumn<ListedOrder, Sort>

/** The columns of a list of orders. */
export function useOrderColumns(steps: OrderSteps, onOpen: (order: ListedOrder) => void): OrderColumn[] {
  const t = useTranslations('orders')
  return [
    {
      key: 'created_at',
      title: t('orderedAt'),
      width: 164,
      sortBy: 'created_at',
      isExtra: true,
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    {
      key: 'name',
      title: t('what'),
      sortBy: 'name',
      hidable: false,
      render: (order) => <OrderName order={order} onOpen={() => onOpen(order)} />,
    },
    { key: 'user', title: t('person'), width: 156, render: ({ user }) => <PersonLink person={user} /> },
    {
      key: 'total',
      title: t('total'),
      width: 96,
      align: 'right',
      sortBy: 'total',
      render: ({ total }) => <Coins value={total} />,
    },
    {
      key: 'status',
      isExtra: true,
      title: t('status'),
      width: 132,
      sortBy: 'status',
      render: ({ status }) => <OrderStatusText status={status} />,
    },
    {
      key: 'status_at',
      title: t('statusAt'),
      width: 150,
      sortBy: 'status_at',
      isExtra: true,
      render: ({ status_at }) => <DateText value={status_at} withTime tone="quiet" />,
    },
    {
      key: 'actions',
      title: t('actions'),
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      width: 248,
      align: 'right',
      hidable: false,
      render: (order) => <OrderActions order={order} steps={steps} />,
    },
  ]
}
