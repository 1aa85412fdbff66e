import type { ListedScan, Supply } from '@artel/contract/supplies/supplies'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { useUser } from '../../../api/session/session.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Blank } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { Tag } from '../../../ui/marks/tag.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { PersonLink } from '../../users/users.tsx'
import { SupplyProductName } from '../supply-parts.tsx'
import classes from './supply-page.module.css'
import { UncountedPieces } from './uncounted-pieces.tsx'

const defaults: ListDefaults<'supplies.scans'> = { sort_by: 'created_at' }

/** All scans into the boxes of a supply, newest first. */
export function ScanList({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const isAdmin = useUser().type !== 'staff'
  const settings = useTableSettings('scans')
  const list = useListState('supplies.scans', settings.limit, defaults)
  const filters = useScanFilters(list)
  const input = { ...list.input, params: { id: supply.id } }
  const texts = (key: 'loadFailed' | 'search' | 'searchPlaceholder') => t(scanTexts[key])
  const { data, table } = useListTable('supplies.scans', { ...list, input }, texts, filters)
  return (
    <>
      {isAdmin && <UncountedPieces supplyId={supply.id} />}
      <DataTable
        {...settings.props}
        {...table}
        label={t('tabScans')}
        columns={useScanColumns()}
        rows={data?.scans}
        empty={<EmptyState title={t('scansEmptyTitle')} text={t('scansEmptyText')} />}
        card={(scan) => <ScanCard scan={scan} />}
        toolbar={<FilterBar search={listSearch(list, texts)} filters={filters} />}
      />
    </>
  )
}

function useScanFilters({ state, change }: OpenList<'supplies.scans'>): Filter[] {
  const t = useTranslations('supplies')
  const { flag, many } = useFilters(state.filters, (filters) => change({ filters }))
  const tasks = [state.filters.task_id ?? []].flat()
  const ofTasks = many(
    'task_id',
    t('scanTask'),
    tasks.map((value) => ({ value, label: `№ ${value}` })),
  )
  // The task filter is set only by a link from a task's page,
  // because nobody picks a task from thousands here.
  return [
    flag('is_uncounted', t('uncountedOnly')),
    flag('is_taken_back', t('takenBackOnly')),
    ...(tasks.length === 0 ? [] : [ofTasks]),
  ]
}

const scanTexts = {
  loadFailed: 'scansFailed',
  search: 'scanSearch',
  searchPlaceholder: 'scanSearchPlaceholder',
} as const

type Sort = NonNullable<NonNullable<InputOf<'supplies.scans'>['query']>['sort_by']>

function useScanColumns(): DataColumn<ListedScan, Sort>[] {
  const t = useTranslations('supplies')
  const format = useFormat()
  return [
    {
      key: 'created_at',
      title: t('scannedAt'),
      width: 148,
      sortBy: 'created_at',
      hidable: false,
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    {
      key: 'product',
      title: t('set'),
      render: ({ product }) => <SupplyProductName product={product} size={30} />,
    },
    {
      key: 'box',
      title: t('box'),
      width: 72,
      align: 'right',
      render: ({ box_number }) => format.number(box_number),
    },
    {
      key: 'user',
      title: t('scannedBy'),
      width: 156,
      render: ({ user }) => <PersonLink person={user} />,
    },
    {
      key: 'task',
      title: t('scanTask'),
      width: 96,
      isExtra: true,
      render: ({ task_id }) => (task_id === null ? <Blank /> : <TaskLink id={task_id} />),
    },
    {
      key: 'quantity',
      title: t('scanQuantity'),
      width: 124,
      align: 'right',
      sortBy: 'quantity',
      render: (scan) => <ScanQuantity scan={scan} />,
    },
  ]
}

function TaskLink({ id }: { id: number }) {
  return (
    <Link to="/task/$id" params={{ id: String(id) }} onClick={(event) => event.stopPropagation()}>
      {id}
    </Link>
  )
}

function ScanQuantity({ scan: { quantity, taken_back_at } }: { scan: ListedScan }) {
  const t = useTranslations('supplies')
  const format = useFormat()
  if (taken_back_at === null) return <b>{format.number(quantity, { sign: true })}</b>
  return (
    <>
      <Tag>{t('takenBack')}</Tag>{' '}
      <span className={classes.takenBack}>{format.number(quantity, { sign: true })}</span>
    </>
  )
}

function ScanCard({ scan }: { scan: ListedScan }) {
  const t = useTranslations('supplies')
  return (
    <article className={classes.card}>
      <SupplyProductName product={scan.product} />
      <div className={classes.cardLine}>
        <DateText value={scan.created_at} withTime />
        <span>{t('boxOf', { number: scan.box_number })}</span>
        <ScanQuantity scan={scan} />
      </div>
      <PersonLink person={scan.user} />
    </article>
  )
}
