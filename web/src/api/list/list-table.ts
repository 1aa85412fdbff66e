import { activeFilters, type Filter } from '../../ui/list/filter-types.ts'
import type { SearchFieldProps } from '../../ui/list/search-field.tsx'
import { useCall } from '../cache/query.ts'
import type { Answer, ListName } from '../send/calls.ts'
import { failureOver, listErrorOf } from '../send/failure.ts'
import { useListFile } from './list-file.ts'
import type { useListState } from './list-state.ts'

/** A list and its state in the address. */
export type OpenList<Name extends ListName> = ReturnType<typeof useListState<Name>>

/** Texts of a feature. Every feature names these three alike. */
type ListTexts = (key: 'loadFailed' | 'search' | 'searchPlaceholder') => string

/** Reads a list and returns all that its table needs except the rows, which each answer names differently. */
export function useListTable<Name extends ListName>(
  name: Name,
  { state, input, change }: Pick<OpenList<Name>, 'state' | 'input' | 'change'>,
  t: ListTexts,
  filters: readonly Filter[] = [],
) {
  const { data, error, isPending, isPlaceholderData, refetch } = useCall(name, input)
  const failure = failureOver(data, error)
  // Every answer of a list has it; the compiler cannot see this for a generic name.
  const answer = data as Answer<ListName> | undefined
  // An empty set of filters is valid for every list.
  const all = { filters: {}, search: '' } as Parameters<typeof change>[0]
  return {
    data,
    table: {
      pagination: answer?.pagination,
      state,
      onStateChange: change,
      isLoading: isPending,
      isRefreshing: isPlaceholderData,
      error: failure ? listErrorOf(failure, t('loadFailed')) : undefined,
      onRetry: () => void refetch(),
      filtered: { filters: activeFilters(filters), search: state.search, onClear: () => change(all) },
      download: useListFile(name, input),
    },
  }
}

/** The search above a list. */
export function listSearch<Name extends ListName>(
  { state, change }: Pick<OpenList<Name>, 'state' | 'change'>,
  t: ListTexts,
): SearchFieldProps {
  return {
    label: t('search'),
    placeholder: t('searchPlaceholder'),
    value: state.search,
    // Every list has this part of the state.
    onChange: (text) => change({ search: text } as Parameters<typeof change>[0]),
  }
}
