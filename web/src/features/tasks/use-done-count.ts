import type { Task } from '@artel/contract/tasks'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useAction } from '../../api/query.ts'

export type DoneCount = { done: number; set: (done: number) => void; isUnsaved: boolean }

/** How many are done: counts at once under the thumb, and tells the server when the thumb rests. */
export function useDoneCount({ id, quantity, quantity_done }: Task): DoneCount {
  const [counted, setCounted] = useState<number | null>(null)
  const { mutate } = useAction('tasks.progress', {
    refreshes: ['tasks.list', 'tasks.get'],
    // A refused count falls back to what the server knows.
    onFailure: () => setCounted(null),
    onSuccess: (_, { body }) => setCounted((now) => (now === body.quantity_done ? null : now)),
  })
  const send = useDebouncedCallback(
    (done: number) => mutate({ params: { id }, body: { quantity_done: done } }),
    { delay: 600, flushOnUnmount: true },
  )
  return {
    done: counted ?? quantity_done,
    isUnsaved: counted !== null,
    set: (wanted) => {
      const done = Math.min(quantity, Math.max(0, wanted))
      setCounted(done)
      send(done)
    },
  }
}
