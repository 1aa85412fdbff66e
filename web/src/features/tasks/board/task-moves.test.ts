import { type TaskStatus, taskLine, taskSteps } from '@artel/contract/tasks/tasks.line'
import { describe, expect, it } from 'vitest'
import { movesOf, moveTo } from './task-moves.ts'

/** The rights of an admin for a task in `status`, in the shape of the server's response. */
function taskIn(status: TaskStatus, needs_review = false) {
  const open = Object.fromEntries(taskSteps.map((step) => [step, taskLine[step].from.includes(status)]))
  const can = { edit: true, edit_terms: true, progress: true, comment: true, delete: true, ...open }
  // `open` has a key for every step, but its type has lost that.
  return { can, needs_review } as Parameters<typeof movesOf>[0]
}

describe('where a card may go', () => {
  it.each([
    ['open', ['in_progress', 'cancelled']],
    ['in_progress', ['paused', 'done', 'cancelled']],
    ['paused', ['in_progress', 'done', 'cancelled']],
    ['review', ['done', 'paused', 'cancelled']],
    ['done', []],
    ['cancelled', []],
  ] as const)('%s: %j', (status, targets) => {
    expect(movesOf(taskIn(status)).map(({ to }) => to)).toEqual(targets)
  })

  it('work that needs a review goes to review and cannot skip it', () => {
    expect(moveTo(taskIn('in_progress', true), 'review')).toEqual({ step: 'finish', to: 'review' })
    expect(moveTo(taskIn('in_progress', true), 'done')).toBeUndefined()
  })

  it('at most one move leads to each column', () => {
    for (const status of ['open', 'in_progress', 'paused', 'review'] as const) {
      const targets = movesOf(taskIn(status)).map(({ to }) => to)
      expect(new Set(targets).size).toBe(targets.length)
    }
  })
})
