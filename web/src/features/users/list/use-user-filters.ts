import { userTypes } from '@artel/contract/access'
import { leagues } from '@artel/contract/achievements/achievements.line'
import { userStatuses } from '@artel/contract/users/users.line'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { rowOptions, useFilters } from '../../../ui/list/use-filters.ts'
import type { UserFilters } from './use-user-views.ts'

/** The filters of the people list for the filter bar. */
export function useUserFilters(filters: UserFilters, onChange: (filters: UserFilters) => void): Filter[] {
  const t = useTranslations('users')
  const merits = useTranslations('merits')
  const { warehouses } = useSession()
  const { many, words } = useFilters(filters, onChange)
  return [
    words('type', t('type'), userTypes, (type) => t(`type_${type}`)),
    words('status', t('status'), userStatuses, (status) => t(`status_${status}`)),
    many('warehouse_id', t('warehouse'), [
      ...rowOptions(warehouses),
      { value: null, label: t('noWarehouse') },
    ]),
    words('league', t('league'), leagues, (league) => merits(`league_${league}`)),
  ]
}
