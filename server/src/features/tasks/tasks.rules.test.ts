import { taskStatuses } from '@artel/contract/tasks/tasks.line'
import { expect, test } from 'vitest'
import type { Actor } from '../../access/actor.ts'
import { maySee, mayStart } from './tasks.rules.ts'

const staff = { userId: 1, companyId: 1, type: 'staff' } as Actor // the rights depend on nothing else

const standings = taskStatuses.flatMap((status) =>
  [staff.userId, 2, null].map((user_id) => ({ status, user_id })),
)

test.each(standings)(
  'staff see and start a task $status of $user_id only if it is theirs or in the pool',
  (task) => {
    const isOwn = task.user_id === staff.userId
    const isInPool = task.user_id === null && task.status === 'open'
    expect(maySee(staff, task)).toBe(isOwn || isInPool)
    expect(mayStart(staff, task, true)).toBe(isOwn || isInPool)
    expect(mayStart(staff, task, false)).toBe(isOwn)
  },
)
