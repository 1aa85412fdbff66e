import type { ListedInstruction } from '@artel/contract/instructions/instructions'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useWholeList } from '../../../api/cache/query.ts'
import { type ListDefaults, useListState } from '../../../api/list/list-state.ts'
import { listSearch, type OpenList } from '../../../api/list/list-table.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { usePageTitle } from '../../../i18n/page-title.ts'
import { Sheet } from '../../../ui/dialog/sheet.tsx'
import { CreateButton } from '../../../ui/list/create-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { activeFilters, type Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PlaceWords } from '../../../ui/places/place-handle.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState, FilteredEmptyState } from '../../../ui/states/states.tsx'
import { InstructionCatalogue } from './instruction-catalogue.tsx'
import classes from './instruction-list.module.css'
import { useInstructionOrder } from './use-instruction-order.ts'

const defaults: ListDefaults<'instructions.list'> = { sort_by: 'position', direction: 'asc' }

/** Instructions by category. Everyone reads them, admins manage them. */
export function InstructionListPage() {
  const t = useTranslations('instructions')
  usePageTitle(t('title'))
  const navigate = useNavigate()
  const isKeeper = useUser().type !== 'staff'
  const list = useListState('instructions.list', 200, defaults)
  const { rows, categories, ...read } = useCatalogue(list)
  const filters = useInstructionFilters(list, categories, isKeeper)
  const isWhole = activeFilters(filters).length === 0 && list.state.search === ''
  const order = useInstructionOrder(rows, isWhole)
  const create = () => void navigate({ to: '/instructions/item/create' })
  const button = isKeeper ? <CreateButton label={t('create')} onClick={create} /> : undefined
  return (
    <Sheet>
      <PageHeader title={t('title')} count={rows?.length ?? null} actions={button} />
      <div className={classes.tools}>
        <FilterBar search={listSearch(list, t)} filters={filters} />
      </div>
      {read.error && !rows ? (
        <ErrorState {...listErrorOf(read.error, t('loadFailed'))} onRetry={() => void read.refetch()} />
      ) : !order.rows ? (
        <SkeletonRows rows={6} height={104} cells={[{ kind: 'thumb' }]} />
      ) : order.rows.length > 0 ? (
        <InstructionCatalogue rows={order.rows} order={isKeeper ? order : null} />
      ) : isWhole ? (
        <EmptyState
          title={t('emptyTitle')}
          text={t(isKeeper ? 'emptyText' : 'emptyTextStaff')}
          actions={button}
        />
      ) : (
        <FilteredEmptyState
          filters={activeFilters(filters)}
          search={list.state.search}
          onClear={() => list.change({ filters: {}, search: '' })}
        />
      )}
      {isKeeper && <PlaceWords said={order.said} />}
    </Sheet>
  )
}

/** All instructions that match the filters. They are few, so there are no pages. */
function useCatalogue({ state: { filters, search } }: OpenList<'instructions.list'>) {
  // The address parser turns a category of digits into a number.
  const category = [filters.category ?? []].flat().map(String)
  const read = useWholeList('instructions.list', {
    query: { sort_by: 'position', direction: 'asc' },
    body: { ...filters, ...(category.length > 0 && { category }), ...(search !== '' && { search }) },
  })
  const rows: ListedInstruction[] | undefined = read.data?.flatMap(({ instructions }) => instructions)
  return { ...read, rows, categories: read.data?.[0]?.categories ?? [] }
}

function useInstructionFilters(
  { state: { filters }, change }: OpenList<'instructions.list'>,
  categories: readonly string[],
  isKeeper: boolean,
): Filter[] {
  const t = useTranslations('instructions')
  const { flag, one, words } = useFilters(filters, (chosen) => change({ filters: chosen }))
  const chosen = [filters.category ?? []].flat().map(String)
  const byCategory = words(
    'category',
    t('category'),
    [...new Set([...categories, ...chosen])],
    (category) => category,
  )
  const byState = one('is_published', t('state'), [
    { value: true, label: t('state_published') },
    { value: false, label: t('state_draft') },
  ])
  return [byCategory, ...(isKeeper ? [byState, flag('requires_ack', t('requiresAck'))] : [])]
}
