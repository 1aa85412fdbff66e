import { shiftSources } from '@artel/contract/hours/hours.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../api/list/list-state.ts'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useFilters } from '../../ui/list/use-filters.ts'

type Filters = ListState<'hours.list'>['filters']

/** The filters of a person's shifts, without the days. */
export function useShiftFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('shifts')
  const { one, words } = useFilters(filters, onChange)
  return [
    words('source', t('source'), shiftSources, (source) => t(`source_${source}`)),
    one('confirmed', t('confirmation'), [
      { value: true, label: t('confirmation_yes') },
      { value: false, label: t('confirmation_no') },
    ]),
  ]
}
