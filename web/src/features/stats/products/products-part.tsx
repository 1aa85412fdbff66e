import type { ProductLine } from '@artel/contract/stats/stats'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { useListTable } from '../../../api/list/list-table.ts'
import { useRowPage } from '../../../api/list/row-page.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { activeFilters } from '../../../ui/list/filter-types.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { useMetricWords } from '../metrics/use-metric-words.ts'
import { OpenNumber } from '../rows/open-number.tsx'
import { StatsFrame } from '../stats-frame.tsx'
import { useStatsFilters } from '../use-stats-filters.ts'
import type { StatsState } from '../use-stats-state.ts'
import { ProductCard, ProductLink } from './product-card.tsx'

const defaults: ListDefaults<'stats.products'> = {
  sort_by: 'units',
  filters: { date_from: 'this_month', date_to: 'this_month' },
}

export type ProductRow = ProductLine & { id: number }

const figures = ['units', 'tasks_done', 'task_seconds', 'norm_percent', 'returns'] as const

/** The results for each product. */
export function ProductsPart({ state: stats }: { state: StatsState }) {
  const t = useTranslations('stats')
  const settings = useTableSettings('stat_products')
  const page = useRowPage('/set/$id')
  const { state, input, change } = useListState('stats.products', settings.limit, defaults)
  const list = { state, input: { ...input, body: stats.asked }, change }
  const filters = useStatsFilters(stats)
  const { data, table } = useListTable('stats.products', list, () => t('loadFailed'), filters)
  const columns = useProductColumns(stats.asked)
  // Clearing the filters keeps the days, because the page is about them.
  const clear = () =>
    stats.change({ filters: { date_from: stats.period.from ?? '', date_to: stats.period.to ?? '' } })
  return (
    <StatsFrame state={stats} part="products" isTable>
      <DataTable
        {...settings.props}
        {...table}
        label={t('productsLabel')}
        columns={columns}
        rows={data?.products.map((line): ProductRow => ({ ...line, id: line.product.id }))}
        empty={<EmptyState title={t('productsEmpty')} text={t('productsEmptyText')} />}
        filtered={{ filters: activeFilters(filters), onClear: clear }}
        {...page}
        card={(line) => <ProductCard line={line} asked={stats.asked} />}
        toolbar={<FilterBar filters={filters} />}
      />
    </StatsFrame>
  )
}

function useProductColumns(asked: StatsState['asked']) {
  const t = useTranslations('stats')
  const words = useMetricWords()
  const columns: DataColumn<ProductRow, (typeof figures)[number] | 'name'>[] = [
    {
      key: 'name',
      title: t('productName'),
      sortBy: 'name',
      hidable: false,
      render: ({ product }) => <ProductLink product={product} />,
    },
    ...figures.map((metric) => ({
      key: metric,
      title: words.name(metric),
      width: 160,
      align: 'right' as const,
      sortBy: metric,
      render: (line: ProductRow) => (
        <OpenNumber rows={{ ...asked, metric, product_id: line.id }} value={line[metric]} />
      ),
    })),
    {
      key: 'per_unit',
      title: t('perUnit'),
      width: 120,
      align: 'right',
      isExtra: true,
      render: ({ task_seconds, units }) =>
        words.value('task_seconds', units > 0 ? Math.round(task_seconds / units) : null),
    },
  ]
  return columns
}
