import type { RefObject } from 'react'
import { useScreenKeys } from '../keys/use-screen-keys.ts'
import type { PageSelection } from './data-table-checkboxes.tsx'
import { focusEditing } from './editable-cell.tsx'

type TableKeys = {
  body: RefObject<HTMLTableSectionElement | null>
  /** The ids of the shown rows. */
  ids: readonly number[]
  /** The row that Tab leads to. */
  active: number
  page: PageSelection<never> | null
  opens: boolean
  /** Whether values are changed in the rows. */
  edits: boolean
}

/** The keys of a table, from anywhere on the page. The row with the focus handles Enter and Space itself. */
export function useTableKeys({ body, ids, active, page, opens, edits }: TableKeys): void {
  const focusedRow = () => {
    const row = document.activeElement?.closest('tr') ?? null
    return row === null ? -1 : [...(body.current?.rows ?? [])].indexOf(row)
  }
  const move = (step: 1 | -1, isExtending = false) => {
    const from = focusedRow()
    // The first press comes from the page and goes to the row where the person was last.
    const to = from < 0 ? active : from + step
    const row = body.current?.rows[to]
    if (!row) return
    row.focus()
    const [first, last] = [ids[from < 0 ? to : from], ids[to]]
    if (isExtending && first !== undefined && last !== undefined) page?.extend(first, last)
  }
  const select = (isRange: boolean) => {
    const id = ids[focusedRow()]
    if (id !== undefined) page?.press(id, isRange)
  }
  useScreenKeys({
    rows: body,
    controls: opens && ids.length > 0 ? ['open'] : [],
    acts: {
      ...(edits &&
        ids.length > 0 && {
          edit: () => focusEditing(body.current?.rows[Math.max(focusedRow(), 0)] ?? null),
        }),
      ...(ids.length > 0 && { next: () => move(1), previous: () => move(-1) }),
      ...(page && {
        extendToNext: () => move(1, true),
        extendToPrevious: () => move(-1, true),
        select: () => select(false),
        extend: () => select(true),
      }),
    },
  })
}
