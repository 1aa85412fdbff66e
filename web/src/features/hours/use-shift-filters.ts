import { shiftSources } from '@artel/contract/hours/hours.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../api/list/list-state.ts'
import type { Filter } from '../../ui/list/filter-types.ts'

type Filters = ListState<'hours.list'>['filters']

/** The filters of a person's shifts, without the days. */
export function useShiftFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('shifts')
  const { source, confirmed } = filters
  return [
    {
      key: 'source',
      kind: 'many',
      name: t('source'),
      options: shiftSources.map((value) => ({ value, label: t(`source_${value}`) })),
      value: source === undefined ? [] : [source].flat(),
      onChange: (chosen) =>
        onChange({ ...filters, source: shiftSources.filter((value) => chosen.includes(value)) }),
    },
    {
      key: 'confirmed',
      kind: 'one',
      name: t('confirmation'),
      options: (['yes', 'no'] as const).map((value) => ({ value, label: t(`confirmation_${value}`) })),
      value: confirmed === undefined ? null : confirmed ? 'yes' : 'no',
      onChange: (value) => onChange({ ...filters, confirmed: value === null ? undefined : value === 'yes' }),
    },
  ]
}
