import { type OrderStatus, openOrderStatuses, orderStatuses } from '@artel/contract/orders/orders.line'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { OpenList } from '../../api/list/list-table.ts'
import type { Answer } from '../../api/send/calls.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { StatusGlyph } from '../../ui/marks/status-glyph.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'

type OrderTabsProps = { list: OpenList<'orders.list'>; counts: Answer<'orders.list'>['counts'] | undefined }

/** A tab with a count for each status. Open orders: longest waiting first; closed orders: newest first. */
export function OrderTabs({ list: { state, change }, counts }: OrderTabsProps) {
  const t = useTranslations('orders')
  const format = useFormat()
  const chosen = [state.filters.status ?? []].flat()
  const choose = (status: OrderStatus | null) =>
    change({
      filters: { ...state.filters, status: status === null ? undefined : [status] },
      sort_by: 'status_at',
      direction: status !== null && openOrderStatuses.includes(status) ? 'asc' : 'desc',
    })
  const isOpen = (status: OrderStatus | null) =>
    status === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status
  return (
    <PageTabs label={t('queues')} open={chosen.join()}>
      {[...orderStatuses, null].map((status) => (
        <UnstyledButton
          key={status}
          aria-current={isOpen(status) ? 'true' : undefined}
          onClick={() => choose(status)}
        >
          {status && <StatusGlyph status={status} />}
          {status ? t(`status_${status}`) : t('all')}
          {counts && (
            <span>
              {format.number(
                status ? counts[status] : orderStatuses.reduce((sum, one) => sum + counts[one], 0),
              )}
            </span>
          )}
        </UnstyledButton>
      ))}
    </PageTabs>
  )
}
