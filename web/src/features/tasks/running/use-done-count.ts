import type { Task } from '@artel/contract/tasks/tasks'
import { useEffect, useRef } from 'react'
import { addStep } from '../../../api/steps/steps.ts'
import { seenTask, subjectOf } from '../step-facts.ts'

export type DoneCount = { done: number; set: (done: number) => void }

/** Wait for the next press before a count is sent, ms. */
const holdMs = 600

/**
 * The count of done pieces. A press changes it at once, and what was added is sent, so that two devices that
 * count both count.
 */
export function useDoneCount(task: Task): DoneCount {
  const { id, quantity, quantity_done, title } = task
  // Presses in quick succession come before the task is drawn anew.
  const counted = useRef(quantity_done)
  useEffect(() => {
    counted.current = quantity_done
  }, [quantity_done])
  return {
    done: quantity_done,
    set: (wanted) => {
      const done = Math.min(quantity, Math.max(0, wanted))
      const added = done - counted.current
      if (added === 0) return
      counted.current = done
      void addStep({
        call: 'tasks.progress',
        params: { id },
        body: { added },
        subject: subjectOf(task),
        title,
        seen: seenTask(task),
        holdMs,
      })
    },
  }
}
