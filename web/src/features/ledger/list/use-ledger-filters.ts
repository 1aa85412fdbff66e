import { kindsOf, type Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../../api/list/list-state.ts'
import { useUser } from '../../../api/session/session.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useFilters } from '../../../ui/list/use-filters.ts'
import { usePeopleOptions } from '../../users/users.tsx'

type Filters = ListState<'money.list'>['filters']

type LedgerFilters = { ledger: Ledger; filters: Filters; onChange: (filters: Filters) => void }

/** The filters of a ledger. Person and author are left out for the ledger of one person. */
export function useLedgerFilters({ ledger, filters, onChange }: LedgerFilters, isOfOne: boolean): Filter[] {
  const t = useTranslations('ledger')
  const isAdmin = useUser().type !== 'staff'
  const people = usePeopleOptions({ enabled: isAdmin })
  const { days, many, words } = useFilters(filters, onChange)
  const { source_type, source_id } = filters
  // The kinds of this ledger. The cast is needed, because the type is that of money.
  const kinds = kindsOf[ledger] as (typeof kindsOf)['money']
  const person = many('user_id', t('person'), people)
  const author = many('created_by', t('enteredBy'), [{ value: null, label: t('byItself') }, ...people])
  return [
    days('date', t('period'), 'back'),
    words('kind', t('kind'), kinds, (kind) => t(`kind_${kind}`)),
    // Staff see only their own entries, so they get no filters by person.
    ...(isAdmin ? (isOfOne ? [author] : [person, author]) : []),
    ...(source_id === undefined
      ? []
      : [
          {
            key: 'source',
            kind: 'flag' as const,
            name: t('fromSource', { type: String(source_type), id: String(source_id) }),
            value: true,
            onChange: () => onChange({ ...filters, source_type: undefined, source_id: undefined }),
          },
        ]),
  ]
}
