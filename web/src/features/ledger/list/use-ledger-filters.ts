import { type EntryKind, kindsOf, type Ledger } from '@artel/contract/ledger/ledger.line'
import { useTranslations } from 'use-intl'
import type { ListState } from '../../../api/list/list-state.ts'
import { useUser } from '../../../api/session/session.ts'
import type { Filter } from '../../../ui/list/filter-types.ts'
import { useDaysFilter } from '../../../ui/list/use-days-filter.ts'
import { usePeopleOptions } from '../../users/users.tsx'

type Filters = ListState<'money.list'>['filters']
type Kinds = Extract<NonNullable<Filters['kind']>, readonly unknown[]>

const byItself = 'none'
const asTexts = (value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((entry) => (entry === null ? byItself : String(entry)))

type LedgerFilters = { ledger: Ledger; filters: Filters; onChange: (filters: Filters) => void }

/** The filters of a ledger. Person and author are left out for the ledger of one person. */
export function useLedgerFilters({ ledger, filters, onChange }: LedgerFilters, isOfOne: boolean): Filter[] {
  const t = useTranslations('ledger')
  const days = useDaysFilter()
  const people = usePeopleFilters(filters, onChange)
  const set = (change: Filters) => onChange({ ...filters, ...change })
  const { source_type, source_id } = filters
  return [
    days({
      key: 'date',
      name: t('period'),
      looks: 'back',
      value: { from: filters.date_from ?? null, to: filters.date_to ?? null },
      onChange: ({ from, to }) => set({ date_from: from ?? undefined, date_to: to ?? undefined }),
    }),
    {
      key: 'kind',
      kind: 'many',
      name: t('kind'),
      options: kindsOf[ledger].map((value) => ({ value, label: t(`kind_${value}`) })),
      value: asTexts(filters.kind),
      onChange: (chosen) => set({ kind: kindsIn(ledger, chosen) }),
    },
    ...people.filter(({ key }) => key !== 'user_id' || !isOfOne),
    ...(source_id === undefined
      ? []
      : [
          {
            key: 'source',
            kind: 'flag' as const,
            name: t('fromSource', { type: String(source_type), id: String(source_id) }),
            value: true,
            onChange: () => set({ source_type: undefined, source_id: undefined }),
          },
        ]),
  ]
}

const kindsIn = (ledger: Ledger, chosen: readonly string[]) =>
  // The kinds of this ledger. The cast is needed, because the type is that of money.
  kindsOf[ledger].filter((kind: EntryKind) => chosen.includes(kind)) as Kinds

/** Staff see only their own entries, so they get no filters by person. */
function usePeopleFilters(filters: Filters, onChange: (filters: Filters) => void): Filter[] {
  const t = useTranslations('ledger')
  const isAdmin = useUser().type !== 'staff'
  const people = usePeopleOptions({ enabled: isAdmin })
  if (!isAdmin) return []
  return [
    {
      key: 'user_id',
      kind: 'many',
      name: t('person'),
      options: people,
      value: asTexts(filters.user_id),
      onChange: (chosen) => onChange({ ...filters, user_id: chosen.map(Number) }),
    },
    {
      key: 'created_by',
      kind: 'many',
      name: t('enteredBy'),
      options: [{ value: byItself, label: t('byItself') }, ...people],
      value: asTexts(filters.created_by),
      onChange: (chosen) =>
        onChange({
          ...filters,
          created_by: chosen.map((text) => (text === byItself ? null : Number(text))),
        }),
    },
  ]
}
