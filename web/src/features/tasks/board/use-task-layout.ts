import { useAddress, useChangeAddress } from '../../../api/list/address.ts'
import type { useTableSettings } from '../../../api/list/table-settings.ts'

export type TaskLayout = 'table' | 'board'

/** Table or board: from the address, else from the person's saved setting. */
export function useTaskLayout({ layout: kept, onLayoutChange }: ReturnType<typeof useTableSettings>) {
  const { layout: wanted } = useAddress()
  const changeAddress = useChangeAddress()
  const layout: TaskLayout = wanted === 'table' || wanted === 'board' ? wanted : kept
  const choose = (next: TaskLayout) => {
    if (next !== kept) onLayoutChange(next)
    changeAddress({ layout: next })
  }
  return { layout, choose }
}
