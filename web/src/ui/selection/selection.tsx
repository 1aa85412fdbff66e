import type { AnySelection, useSelecting } from '../table/data-table-selection.tsx'
import type { ListPagination } from '../table/data-table-types.ts'
import { countSelected } from './row-selection.ts'
import { SelectionBar, WholeSelection } from './selection-bar.tsx'

type SelectionProps = {
  selection?: AnySelection
  pagination: ListPagination | undefined
  isPhone: boolean
  selecting: ReturnType<typeof useSelecting>
}

/** The selection of a table and the actions on it. */
export function Selection({ selection, pagination, isPhone, selecting }: SelectionProps) {
  if (!selection) return null
  const { selected, onChange, most, actions } = selection
  const total = pagination?.total ?? 0
  const count = countSelected(selected, total)
  // A total that is an estimate is above the maximum number of changes anyway.
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
