import { activeFilters, type Filter } from '../ui/filter-types.ts'
import type { SearchFieldProps } from '../ui/search-field.tsx'
import type { Answer, ListName } from './calls.ts'
import { listErrorOf } from './failure.ts'
import { useListFile } from './list-file.ts'
import type { useListState } from './list-state.ts'
import { useCall } from './query.ts'

/** A list and its state in the address. */
export type OpenList<Name extends ListName> = ReturnType<typeof useListState<Name>>

/** The texts of a feature, which name these three alike. */
type ListTexts = (key: 'loadFailed' | 'search' | 'searchPlaceholder') => string

/** Reads a list and hands on all that its table needs of it but the rows, which every answer names in its own way. */
export function useListTable<Name extends ListName>(
  name: Name,
  { state, input, change }: Pick<OpenList<Name>, 'state' | 'input' | 'change'>,
  t: ListTexts,
  filters: readonly Filter[] = [],
) {
  const { data, error, isPending, isPlaceholderData, refetch } = useCall(name, input)
  // Every list answers it; the compiler does not look into an answer of a generic name.
  const answer = data as Answer<ListName> | undefined
  // No filter at all is a set of filters, whichever a list has.
  const all = { filters: {}, search: '' } as Parameters<typeof change>[0]
  return {
    data,
    table: {
      pagination: answer?.pagination,
      state,
      onStateChange: change,
      isLoading: isPending,
      isRefreshing: isPlaceholderData,
      error: error ? listErrorOf(error, t('loadFailed')) : undefined,
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
    // A part of the state that every list has.
    onChange: (text) => change({ search: text } as Parameters<typeof change>[0]),
  }
}
