import type { Reward } from '@artel/contract/rewards'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** Which reward stands open beside the list; the address says it, so that a link leads to it. */
export function useOpenReward() {
  const { reward }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const wanted = typeof reward === 'number' && Number.isSafeInteger(reward) && reward > 0 ? reward : null
  // What it showed last is still to be seen while it closes.
  const [id, setId] = useState(wanted ?? 0)
  if (wanted !== null && wanted !== id) setId(wanted)
  const go = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: ({ reward: _, ...present }: Record<string, unknown>) =>
        next === undefined ? present : { ...present, reward: next },
      resetScroll: false,
    })
  return {
    id,
    isOpen: wanted !== null,
    open: (opened: Reward) => go(opened.id),
    close: () => go(undefined),
  }
}

export type OpenReward = ReturnType<typeof useOpenReward>
