import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAddressNumber } from '../../api/list/address-number.ts'
import { type ListDefaults, useListState } from '../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../api/list/list-table.ts'
import { useTableSettings } from '../../api/list/table-settings.ts'
import type { Answer } from '../../api/send/calls.ts'
import { useUser } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { Coins } from '../../ui/figures/figures.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { useOrderColumns } from './use-order-columns.tsx'
import { useOrderFilters } from './use-order-filters.ts'
import { useOrderSteps } from './use-order-steps.tsx'

const ofAll: ListDefaults<'orders.list'> = {
  sort_by: 'status_at',
  direction: 'asc',
  filters: { status: ['pending'] },
}
const ofOneself: ListDefaults<'orders.list'> = { ignored: ['user_id'] }

/** The orders: for admins the queue to hand over, for staff their own. */
export function OrderListPage() {
  const t = useTranslations('orders')
  const isAdmin = useUser().type !== 'staff'
  const title = t(isAdmin ? 'title' : 'mine')
  usePageTitle(title)
  const [opened, open] = useAddressNumber('order')
  const settings = useTableSettings('orders')
  const list = useListState('orders.list', settings.limit, isAdmin ? ofAll : ofOneself)
  const filters = useOrderFilters(list, isAdmin)
  const { data, table } = useListTable('orders.list', list, t, filters)
  const steps = useOrderSteps()
  const columns = useOrderColumns(steps, ({ id }) => open(id))
  return (
    <Sheet fill>
      <PageHeader title={title} count={data?.pagination.total ?? null} />
      <OrderTabs list={list} counts={data?.counts} />
      <DataTable
        {...settings.props}
        {...table}
        label={title}
        columns={isAdmin ? columns : columns.filter(({ key }) => key !== 'user')}
        rows={data?.orders}
        empty={<Nothing isAdmin={isAdmin} />}
        onOpen={({ id }) => open(id)}
        card={(order) => (
          <OrderCard order={order} withPerson={isAdmin} steps={steps} onOpen={() => open(order.id)} />
        )}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
        totals={<OrderTotals totals={data?.totals} />}
      />
      <OrderPanel orderId={opened} onClose={() => open(null)} />
    </Sheet>
  )
}

function Nothing({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations('orders')
  return (
    <EmptyState
      title={t(isAdmin ? 'emptyQueue' : 'noneYet')}
      text={t(isAdmin ? 'emptyQueueText' : 'emptyOwnText')}
      actions={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/shop" />}>
          {t('toShop')}
        </Button>
      }
    />
  )
}

/** The totals of all orders that match the filters; nothing if there are too many to count. */
function OrderTotals({ totals }: { totals: Answer<'orders.list'>['totals'] | undefined }) {
  const t = useTranslations('orders')
  if (!totals) return null
  return (
    <>
      {t('totals', { count: totals.quantity })}
      <Coins value={totals.coins} emphasis />
    </>
  )
}
