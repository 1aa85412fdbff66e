import type { AnySelection, useSelecting } from './data-table-selection.tsx'
import type { ListPagination } from './data-table-types.ts'
import { countSelected } from './row-selection.ts'
import { SelectionBar, WholeSelection } from './selection-bar.tsx'

type SelectionProps = {
  selection?: AnySelection
  pagination: ListPagination | undefined
  isPhone: boolean
  selecting: ReturnType<typeof useSelecting>
}

/** What has been chosen of a table, and what can be done with it. */
export function Selection({ selection, pagination, isPhone, selecting }: SelectionProps) {
  if (!selection) return null
  const { selected, onChange, most, actions } = selection
  const total = pagination?.total ?? 0
  const count = countSelected(selected, total)
  // A total that is only estimated is above what can be changed at once anyway.
  const hasMore = selected.kind === 'all' || total > count
  return (
    <SelectionBar
      count={count}
      actions={actions}
      shown={isPhone ? 2 : 4}
      onClear={selecting.end}
      whole={
        hasMore && (
          <WholeSelection
            total={total}
            most={most}
            isChosen={selected.kind === 'all'}
            onChoose={() => onChange({ kind: 'all' })}
          />
        )
      }
    />
  )
}
