import { auditActions, auditEntities } from '@artel/contract/audit/audit.line'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import type { ListState } from '../../api/list/list-state.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import type { Filter } from '../../ui/list/filter-types.ts'
import { useFilters } from '../../ui/list/use-filters.ts'

export type AuditFilters = ListState<'audit.list'>['filters']

const dayMs = 86_400_000
const periods = [1, 7, 30, 90]

/** The filters of the log for the filter bar. */
export function useAuditFilters(filters: AuditFilters, onChange: (filters: AuditFilters) => void): Filter[] {
  const t = useTranslations('audit')
  const people = usePeopleOptions()
  const { many, words } = useFilters(filters, onChange)
  return [
    {
      key: 'date_from',
      kind: 'one',
      name: t('period'),
      options: usePeriods(filters.date_from),
      value: filters.date_from ?? null,
      onChange: (chosen) => onChange({ ...filters, date_from: chosen ?? undefined }),
    },
    many('user_id', t('who'), people),
    words('action', t('what'), auditActions, (action) => t(`action_${action}`, { entity: 'any' })),
    words('entity', t('about'), auditEntities, (entity) => t(`entity_${entity}`)),
  ]
}

function usePeopleOptions() {
  const { data } = useCall('users.list', {
    query: { limit: 200, sort_by: 'full_name', direction: 'asc' },
    body: {},
  })
  return (data?.users ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))
}

/** Periods up to today, by their first day. Another day, from an older link, becomes an extra option. */
function usePeriods(chosen: string | undefined) {
  const t = useTranslations('audit')
  const format = useFormat()
  const dayBefore = (count: number) =>
    new Date(format.now() + format.timezone * 3_600_000 - count * dayMs).toISOString().slice(0, 10)
  const usual = periods.map((count) => ({
    value: dayBefore(count - 1),
    label: count === 1 ? t('periodToday') : t('periodDays', { count }),
  }))
  const isUsual = chosen === undefined || usual.some(({ value }) => value === chosen)
  return isUsual
    ? usual
    : [...usual, { value: chosen, label: t('periodSince', { day: format.date(chosen) }) }]
}
