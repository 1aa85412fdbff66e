import { pushStatuses } from '@artel/contract/pushes/pushes.line'
import { useTranslations } from 'use-intl'
import type { OpenList } from '../../api/list/list-table.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useFilters } from '../../ui/list/use-filters.ts'
import { PushStatusGlyph } from './push-parts.tsx'

/** The filters of the list of pushes. */
export function usePushFilters({ state: { filters }, change }: OpenList<'pushes.list'>): Filter[] {
  const t = useTranslations('pushes')
  const { days, words } = useFilters(filters, (chosen) => change({ filters: chosen }))
  return [
    words(
      'status',
      t('status'),
      pushStatuses,
      (status) => t(`status_${status}`),
      (status) => <PushStatusGlyph status={status} />,
    ),
    days('date', t('days'), 'back'),
  ]
}
