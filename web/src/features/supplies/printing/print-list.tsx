import type { Print } from '@artel/contract/printers/printers'
import { printStatuses } from '@artel/contract/printers/printers.line'
import type { Supply } from '@artel/contract/supplies/supplies'
import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList, useListTable } from '../../../api/list/list-table.ts'
import { useTableSettings } from '../../../api/list/table-settings.ts'
import type { InputOf } from '../../../api/send/calls.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { TwoLines } from '../../../ui/page/two-lines.tsx'
import { MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { PersonLink } from '../../users/users.tsx'
import { PrintItems, PrintState } from './print-parts.tsx'
import classes from './printing.module.css'

const defaults: ListDefaults<'printers.prints'> = { sort_by: 'created_at' }

/** What was sent to label printers for a supply, newest first. */
export function PrintList({ supply }: { supply: Supply }) {
  const t = useTranslations('printing')
  const settings = useTableSettings('prints')
  const list = useListState('printers.prints', settings.limit, defaults)
  const filters = useStatusFilter(list)
  const input = { ...list.input, body: { ...list.input.body, supply_id: supply.id } }
  const texts = (key: 'loadFailed' | 'search' | 'searchPlaceholder') => t(listTexts[key])
  const { data, table } = useListTable('printers.prints', { ...list, input }, texts, filters)
  return (
    <DataTable
      {...settings.props}
      {...table}
      label={t('tab')}
      columns={usePrintColumns()}
      rows={data?.prints}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      card={(print) => <PrintCard print={print} />}
      toolbar={<FilterBar search={listSearch(list, texts)} filters={filters} />}
    />
  )
}

const listTexts = {
  loadFailed: 'listFailed',
  search: 'search',
  searchPlaceholder: 'searchPlaceholder',
} as const

function useStatusFilter({ state, change }: OpenList<'printers.prints'>): Filter[] {
  const t = useTranslations('printing')
  const { words } = useFilters(state.filters, (filters) => change({ filters }))
  return [words('status', t('status'), printStatuses, (status) => t(`status_${status}`))]
}

type Sort = NonNullable<NonNullable<InputOf<'printers.prints'>['query']>['sort_by']>

function usePrintColumns(): DataColumn<Print, Sort>[] {
  const t = useTranslations('printing')
  return [
    {
      key: 'created_at',
      title: t('asked'),
      width: 144,
      sortBy: 'created_at',
      hidable: false,
      render: ({ created_at }) => <DateText value={created_at} withTime />,
    },
    {
      key: 'what',
      title: t('what'),
      width: 112,
      render: (print) => (
        <TwoLines second={t('sizeOf', { size: print.size.replace('x', '×') })}>
          <What print={print} />
        </TwoLines>
      ),
    },
    {
      key: 'printer',
      title: t('printer'),
      sortBy: 'printer',
      render: ({ printer }) => printer,
    },
    {
      key: 'status',
      title: t('status'),
      width: 184,
      sortBy: 'status',
      render: (print) => <State print={print} />,
    },
    {
      key: 'user',
      title: t('who'),
      width: 156,
      isExtra: true,
      render: ({ user }) => <PersonLink person={user} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      width: 56,
      align: 'right',
      hidable: false,
      render: (print) => <Menu print={print} />,
    },
  ]
}

function What({ print: { box_number: number, count } }: { print: Print }) {
  const t = useTranslations('printing')
  return number === null ? t('allBoxes', { count }) : t('oneBox', { number })
}

function State({ print }: { print: Print }) {
  const t = useTranslations('printing')
  const { status, count, done } = print
  const isPart = done < count && (done > 0 || status === 'printing')
  return (
    <>
      <PrintState print={print} /> {isPart && <span>{t('doneOf', { done, count })}</span>}
    </>
  )
}

function Menu({ print }: { print: Print }) {
  return (
    <MoreMenu>
      <PrintItems print={print} />
    </MoreMenu>
  )
}

function PrintCard({ print }: { print: Print }) {
  return (
    <article className={classes.card}>
      <div className={classes.cardLine}>
        <b>
          <What print={print} />
        </b>
        <State print={print} />
        <span className={classes.cardMenu}>
          <Menu print={print} />
        </span>
      </div>
      <div className={classes.cardLine}>
        <span>{print.printer}</span>
        <DateText value={print.created_at} withTime />
        <PersonLink person={print.user} />
      </div>
    </article>
  )
}
