import { hours } from '@artel/contract/hours/hours'
import { onceAtStep } from '../../access/work-steps.ts'
import { routes } from '../../http/calls/route.ts'
import { confirmShift } from './hours.confirm.ts'
import { createShift, deleteShift, updateShift } from './hours.correct.ts'
import { hoursFile } from './hours.file.ts'
import { lockHours, unlockHours } from './hours.period.ts'
import { getShift, listHours, startShift, stopShift } from './hours.ts'

export const hoursRoutes = routes(hours, {
  list: {
    answer: ({ db, actor, body, query }) => listHours(db, actor, body, query),
    file: async ({ db, actor, body, query }) => hoursFile(db, actor, body, query),
  },
  start: async ({ db, actor, body: { step } }) => {
    const id = await onceAtStep(
      db,
      actor,
      { call: 'hours.start', step, content: null, on: { table: 'users', id: actor.userId } },
      (at) => startShift(db, actor, at),
    )
    return { shift: await getShift(db, actor, id) }
  },
  stop: async ({ db, actor, body: { step } }) => {
    const id = await onceAtStep(
      db,
      actor,
      { call: 'hours.stop', step, content: null, on: { table: 'users', id: actor.userId } },
      (at) => stopShift(db, actor, at),
    )
    return { shift: await getShift(db, actor, id) }
  },
  confirm: async ({ db, actor, params: { id }, body: { step, ...word } }) => {
    await onceAtStep(
      db,
      actor,
      { call: 'hours.confirm', step, subjectId: id, content: word, on: { table: 'shifts', id } },
      async () => {
        await confirmShift(db, actor, id, word)
        return id
      },
    )
    return { shift: await getShift(db, actor, id) }
  },
  create: async ({ db, actor, body }) => ({
    shift: await getShift(db, actor, await createShift(db, actor, body)),
  }),
  update: async ({ db, actor, params, body }) => {
    await updateShift(db, actor, params.id, body)
    return { shift: await getShift(db, actor, params.id) }
  },
  remove: async ({ db, actor, params, body }) => {
    await deleteShift(db, actor, params.id, body.note)
    return {}
  },
  lock: async ({ db, actor, body }) => ({ locked_until: await lockHours(db, actor, body.date_to) }),
  unlock: async ({ db, actor, body }) => ({ locked_until: await unlockHours(db, actor, body.date_from) }),
})
