import { useNavigate, useSearch } from '@tanstack/react-router'
import type { useTableSettings } from '../../api/table-settings.ts'

export type TaskLayout = 'table' | 'board'

/** Table or board: as the address says, or as the person left it. */
export function useTaskLayout({ layout: kept, onLayoutChange }: ReturnType<typeof useTableSettings>) {
  const { layout: wanted }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const layout: TaskLayout = wanted === 'table' || wanted === 'board' ? wanted : kept
  const choose = (next: TaskLayout) => {
    if (next !== kept) onLayoutChange(next)
    void navigate({
      to: '.',
      search: (present: Record<string, unknown>) => ({ ...present, layout: next }),
      resetScroll: false,
    })
  }
  return { layout, choose }
}
