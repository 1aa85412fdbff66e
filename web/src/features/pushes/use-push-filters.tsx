import { pushStatuses } from '@artel/contract/pushes/pushes.line'
import { useTranslations } from 'use-intl'
import type { OpenList } from '../../api/list/list-table.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useDaysFilter } from '../../ui/list/use-days-filter.ts'
import { PushStatusGlyph } from './push-parts.tsx'

/** The filters of the list of pushes. */
export function usePushFilters({ state: { filters }, change }: OpenList<'pushes.list'>): Filter[] {
  const t = useTranslations('pushes')
  const days = useDaysFilter()
  const set = (patch: typeof filters) => change({ filters: { ...filters, ...patch } })
  return [
    {
      key: 'status',
      kind: 'many',
      name: t('status'),
      options: pushStatuses.map((status) => ({
        value: status,
        label: t(`status_${status}`),
        glyph: <PushStatusGlyph status={status} />,
      })),
      value: [filters.status ?? []].flat(),
      onChange: (chosen) => set({ status: pushStatuses.filter((status) => chosen.includes(status)) }),
    },
    days({
      key: 'date',
      name: t('days'),
      looks: 'back',
      value: { from: filters.date_from ?? null, to: filters.date_to ?? null },
      onChange: ({ from, to }) => set({ date_from: from ?? undefined, date_to: to ?? undefined }),
    }),
  ]
}
