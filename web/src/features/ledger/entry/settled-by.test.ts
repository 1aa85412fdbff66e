import type { TaskEvent } from '@artel/contract/tasks/tasks.history'
import { expect, test } from 'vitest'
import { settledBy } from './settled-by.ts'

const event = (id: number, kind: TaskEvent['kind']): TaskEvent => ({
  id,
  kind,
  changes: {},
  created_at: '2026-11-22T00:00:00.000Z',
  user: { id: 1, full_name: 'Марина Зотова', avatar: null },
})

test('a task counts by its last approval, or by its finish if it needed no approval', () => {
  expect(settledBy([event(5, 'edit'), event(4, 'approve'), event(3, 'finish'), event(2, 'start')])?.id).toBe(
    4,
  )
  expect(settledBy([event(3, 'finish'), event(2, 'start')])?.id).toBe(3)
  expect(settledBy([event(2, 'start')])).toBeUndefined()
})
