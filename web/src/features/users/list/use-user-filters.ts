import { userTypes } from '@artel/contract/access'
import { leagues } from '@artel/contract/achievements/achievements.line'
import { userStatuses } from '@artel/contract/users/users.line'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import type { UserFilters } from './use-user-views.ts'

const none = 'none'
const asTexts = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((entry) => (entry === null ? none : String(entry)))

/** The filters of the people list for the filter bar. */
export function useUserFilters(filters: UserFilters, onChange: (filters: UserFilters) => void): Filter[] {
  const t = useTranslations('users')
  const merits = useTranslations('merits')
  const { warehouses } = useSession()
  const set = (change: UserFilters) => onChange({ ...filters, ...change })
  return [
    {
      key: 'type',
      kind: 'many',
      name: t('type'),
      options: userTypes.map((value) => ({ value, label: t(`type_${value}`) })),
      value: asTexts(filters.type),
      onChange: (chosen) => set({ type: userTypes.filter((type) => chosen.includes(type)) }),
    },
    {
      key: 'status',
      kind: 'many',
      name: t('status'),
      options: userStatuses.map((value) => ({ value, label: t(`status_${value}`) })),
      value: asTexts(filters.status),
      onChange: (chosen) => set({ status: userStatuses.filter((status) => chosen.includes(status)) }),
    },
    {
      key: 'warehouse_id',
      kind: 'many',
      name: t('warehouse'),
      options: [
        ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: none, label: t('noWarehouse') },
      ],
      value: asTexts(filters.warehouse_id),
      onChange: (chosen) =>
        set({ warehouse_id: chosen.map((text) => (text === none ? null : Number(text))) }),
    },
    {
      key: 'league',
      kind: 'many',
      name: t('league'),
      options: leagues.map((value) => ({ value, label: merits(`league_${value}`) })),
      value: asTexts(filters.league),
      onChange: (chosen) => set({ league: leagues.filter((league) => chosen.includes(league)) }),
    },
  ]
}
