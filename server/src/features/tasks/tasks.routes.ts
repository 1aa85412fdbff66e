import { tasks } from '@artel/contract/tasks'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { routes } from '../../http/route.ts'
import { toLead, toWork } from './tasks.policy.ts'
import {
  approveTask,
  cancelTask,
  createTask,
  getTaskDetail,
  listTasks,
  listTimes,
  lockTask,
  returnTask,
  updateTask,
} from './tasks.ts'
import { finishTask, pauseTask, reportProgress, startTask } from './tasks.work.ts'

const lockToWork = async (db: Db, actor: Actor, id: number) => toWork(actor, await lockTask(db, actor, id))
const lockToLead = async (db: Db, actor: Actor, id: number) => toLead(actor, await lockTask(db, actor, id))
const answer = async (db: Db, actor: Actor, id: number) => ({ task: await getTaskDetail(db, actor, id) })

export const taskRoutes = routes(tasks, {
  list: ({ db, actor, body, query }) => listTasks(db, actor, body, query),
  get: ({ db, actor, params }) => answer(db, actor, params.id),
  times: ({ db, actor, params, body, query }) => listTimes(db, actor, params.id, body, query),
  create: async ({ db, actor, body }) => answer(db, actor, await createTask(db, actor, body)),
  update: async ({ db, actor, params, body }) => {
    await updateTask(db, actor, params.id, body)
    return answer(db, actor, params.id)
  },
  start: async ({ db, actor, params }) => {
    const paused_task_id = await startTask(db, actor, params.id)
    return { ...(await answer(db, actor, params.id)), paused_task_id }
  },
  pause: async ({ db, actor, params }) => {
    await pauseTask(db, await lockToWork(db, actor, params.id))
    return answer(db, actor, params.id)
  },
  progress: async ({ db, actor, params, body }) => {
    await reportProgress(db, await lockToWork(db, actor, params.id), body.quantity_done)
    return answer(db, actor, params.id)
  },
  finish: async ({ db, actor, params, body }) => {
    await finishTask(db, await lockToWork(db, actor, params.id), body.quantity_done)
    return answer(db, actor, params.id)
  },
  approve: async ({ db, actor, params }) => {
    await approveTask(db, await lockToLead(db, actor, params.id))
    return answer(db, actor, params.id)
  },
  return: async ({ db, actor, params, body }) => {
    await returnTask(db, await lockToLead(db, actor, params.id), body.reason)
    return answer(db, actor, params.id)
  },
  cancel: async ({ db, actor, params }) => {
    await cancelTask(db, await lockToLead(db, actor, params.id))
    return answer(db, actor, params.id)
  },
})
