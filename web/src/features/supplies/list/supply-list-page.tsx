import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useListState } from '../../../api/list/list-state.ts'
import { listSearch, useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import type { Answer } from '../../../api/send/calls.ts'
import { useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { CreateButton } from '../../../ui/list/create-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { SupplyCard } from './supply-card.tsx'
import { useSupplyBulk } from './use-supply-bulk.tsx'
import { useSupplyColumns } from './use-supply-columns.tsx'
import { useSupplyFilters } from './use-supply-filters.ts'

/** The supplies of the company. Admins manage them, staff pack them. */
export function SupplyListPage() {
  const t = useTranslations('supplies')
  usePageTitle(t('title'))
  const navigate = useNavigate()
  const page = useRowPage('/supply/$id')
  const isAdmin = useUser().type !== 'staff'
  const settings = useTableSettings('supplies')
  const list = useListState('supplies.list', settings.limit)
  const filters = useSupplyFilters(list.state.filters, (chosen) => list.change({ filters: chosen }))
  const { data, table } = useListTable('supplies.list', list, t, filters)
  const selection = useSupplyBulk(list.input.body ?? {}, data?.pagination.total ?? 0)
  const create = () => void navigate({ to: '/supply/create' })
  const button = isAdmin && <CreateButton label={t('create')} onClick={create} />
  return (
    <Sheet fill>
      <PageHeader title={t('title')} count={data?.pagination.total ?? null} actions={button} />
      <DataTable
        {...settings.props}
        {...table}
        {...(isAdmin && { selection })}
        label={t('title')}
        columns={useSupplyColumns()}
        rows={data?.supplies}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t(isAdmin ? 'emptyText' : 'emptyTextStaff')}
            actions={button}
          />
        }
        {...page}
        card={(supply) => <SupplyCard supply={supply} />}
        toolbar={<FilterBar search={listSearch(list, t)} filters={filters} />}
        totals={<SupplyTotals totals={data?.totals} />}
      />
    </Sheet>
  )
}

/** Totals of all supplies that match the filters; nothing if there are too many to count. */
function SupplyTotals({ totals }: { totals: Answer<'supplies.list'>['totals'] | undefined }) {
  const t = useTranslations('supplies')
  const format = useFormat()
  if (!totals) return null
  const { boxes, units } = totals
  return <>{t('listTotals', { boxes: format.number(boxes), units: format.number(units) })}</>
}
