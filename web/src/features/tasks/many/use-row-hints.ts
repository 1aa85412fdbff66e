import { useMemo } from 'react'
import { writeInstant } from '../../../forms/typed/date-time-text.ts'
import { writeRoubles, writeWhole } from '../../../forms/typed/number-text.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import type { CellName, ManyValues } from './many-tasks.ts'
import type { Assignees } from './use-assignees.ts'

export type RowHints = Record<CellName, string>

/** Placeholders of empty cells: the common value that an empty cell means. */
export function useRowHints(values: ManyValues, { ids, names }: Assignees): RowHints {
  const { timezone, locale } = useFormat()
  const { quantity, user_id, due_at, money, coins } = values
  const assignee = user_id === null ? '' : (names[[...ids.values()].indexOf(user_id)] ?? '')
  return useMemo(
    () => ({
      title: '',
      quantity: writeWhole(quantity ?? 1),
      user_id: assignee,
      due_at: writeInstant(due_at, { timezone, locale }),
      money: writeRoubles(money ?? 0, locale === 'ru' ? ',' : '.'),
      coins: writeWhole(coins ?? 0),
    }),
    [quantity, assignee, due_at, money, coins, timezone, locale],
  )
}
