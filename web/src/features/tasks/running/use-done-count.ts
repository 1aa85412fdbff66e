import type { Task } from '@artel/contract/tasks'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'

export type DoneCount = { done: number; set: (done: number) => void; isUnsaved: boolean }

/** The count of done pieces: updates at once on each press, and is sent 600 ms after the last press. */
export function useDoneCount({ id, quantity, quantity_done }: Task): DoneCount {
  const [counted, setCounted] = useState<number | null>(null)
  const { mutate } = useAction('tasks.progress', {
    // If the server refuses the count, show the server's value again.
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
