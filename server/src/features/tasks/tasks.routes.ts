import { tasks } from '@artel/contract/tasks/tasks'
import type { WorkStep } from '@artel/contract/tasks/work-steps'
import type { Actor } from '../../access/actor.ts'
import { datedBack, onceAtStep } from '../../access/work-steps.ts'
import type { Db } from '../../database/db.ts'
import { routes } from '../../http/calls/route.ts'
import { changeTasks } from './bulk/bulk.ts'
import { effectOf } from './bulk/effect.ts'
import { undoBulk } from './bulk/undo.ts'
import { countScans } from './credit/count-scans.ts'
import { throwRefusal } from './credit/credit.ts'
import { attachToTask, detachFromTask } from './media/media.ts'
import { auditTasks } from './tasks.audit.ts'
import { taskFile, timeFile } from './tasks.file.ts'
import { toApprove, toAttach, toDetach, toLead, toWork } from './tasks.policy.ts'
import { getComment } from './tasks.queries.ts'
import {
  approveTasks,
  assertTermsSeen,
  cancelTask,
  commentTask,
  createTasks,
  deleteTasks,
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
/** Takes a step of work on a task, once. */
const onTask = (
  db: Db,
  actor: Actor,
  { id, ...step }: { call: string; step: WorkStep | undefined; id: number; content?: object },
  work: (at: string) => Promise<void>,
) =>
  onceAtStep(db, actor, { content: null, ...step, subjectId: id, on: { table: 'tasks', id } }, async (at) => {
    await work(at)
    return id
  })
const answer = async (db: Db, actor: Actor, id: number) => ({ task: await getTaskDetail(db, actor, id) })

export const taskRoutes = routes(tasks, {
  list: {
    answer: ({ db, actor, body, query }) => listTasks(db, actor, body, query),
    file: async ({ db, actor, body, query }) => taskFile(db, actor, body, query),
  },
  get: ({ db, actor, params }) => answer(db, actor, params.id),
  times: {
    answer: ({ db, actor, params, body, query }) => listTimes(db, actor, params.id, body, query),
    file: ({ db, actor, params, body, query }) => timeFile(db, actor, params.id, body, query),
  },
  create: async ({ db, actor, body }) => {
    const [id = 0] = await createTasks(db, actor, [body])
    return answer(db, actor, id)
  },
  update: async ({ db, actor, params, body }) => {
    await updateTask(db, actor, params.id, body)
    return answer(db, actor, params.id)
  },
  start: async ({ db, actor, params: { id }, body: { step } }) => {
    let paused_task_id: number | null = null
    await onTask(db, actor, { call: 'tasks.start', step, id }, async (at) => {
      paused_task_id = await startTask(db, actor, id, at)
    })
    return { ...(await answer(db, actor, id)), paused_task_id }
  },
  pause: async ({ db, actor, params: { id }, body: { step } }) => {
    await onTask(db, actor, { call: 'tasks.pause', step, id }, async (at) => {
      await pauseTask(db, actor, await lockToWork(db, actor, id), at)
    })
    return answer(db, actor, id)
  },
  progress: async ({ db, actor, params: { id }, body: { step, ...report } }) => {
    await onTask(db, actor, { call: 'tasks.progress', step, id, content: report }, async (at) => {
      await reportProgress(db, actor, await lockToWork(db, actor, id), report, at)
    })
    return answer(db, actor, id)
  },
  finish: async ({ db, actor, params: { id }, body: { step, ...finish } }) => {
    await onTask(db, actor, { call: 'tasks.finish', step, id, content: finish }, async (at) => {
      await finishTask(db, actor, await lockToWork(db, actor, id), finish, at)
    })
    return answer(db, actor, id)
  },
  countScans: async ({ db, actor, params }) => {
    const counted = await countScans(db, actor, params.id)
    return { ...(await answer(db, actor, params.id)), counted }
  },
  approve: async ({ db, actor, params, body }) => {
    const task = toApprove(actor, await lockTask(db, actor, params.id))
    await assertTermsSeen(db, actor, task, body.version, 'approve')
    throwRefusal(await approveTasks(db, actor, [task]))
    await auditTasks(db, actor, 'approve', [task])
    return answer(db, actor, params.id)
  },
  return: async ({ db, actor, params, body }) => {
    const task = await lockToLead(db, actor, params.id)
    await assertTermsSeen(db, actor, task, body.version, 'return')
    await returnTask(db, actor, task, body.reason)
    await auditTasks(db, actor, 'return', [task])
    return answer(db, actor, params.id)
  },
  cancel: async ({ db, actor, params, body }) => {
    const task = await lockToLead(db, actor, params.id)
    await assertTermsSeen(db, actor, task, body.version, 'cancel')
    await cancelTask(db, actor, task)
    await auditTasks(db, actor, 'cancel', [task])
    return answer(db, actor, params.id)
  },
  remove: async ({ db, actor, params, body }) => {
    const task = await lockToLead(db, actor, params.id)
    await assertTermsSeen(db, actor, task, body.version)
    throwRefusal(await deleteTasks(db, actor, [task]))
    await auditTasks(db, actor, 'delete', [task])
    return {}
  },
  createMany: async ({ db, actor, body }) => {
    const ids = await createTasks(db, actor, body.tasks, (index) => `tasks.${index}.`)
    const all = { limit: ids.length, page: 1, sort_by: 'id', direction: 'asc' } as const
    return { tasks: (await listTasks(db, actor, { ids }, all)).tasks }
  },
  bulk: ({ db, actor, body }) => changeTasks(db, actor, body),
  bulkEffect: ({ db, actor, body }) => effectOf(db, actor, body),
  bulkUndo: ({ db, actor, body }) => undoBulk(db, actor, body.bulk_id),
  attach: async ({ db, actor, params: { id }, body: { step, multimedia_ids } }) => {
    await onTask(db, actor, { call: 'tasks.attach', step, id }, async () => {
      const task = toAttach(actor, await lockTask(db, actor, id), datedBack(step?.age_ms ?? 0))
      await attachToTask(db, actor, task, multimedia_ids)
    })
    return answer(db, actor, id)
  },
  detach: async ({ db, actor, params, body }) => {
    const task = toDetach(actor, await lockTask(db, actor, params.id))
    await detachFromTask(db, actor, task, body.multimedia_ids)
    return answer(db, actor, params.id)
  },
  comment: async ({ db, actor, params, body: { step, ...comment } }) => {
    const id = await onceAtStep(
      db,
      actor,
      { call: 'tasks.comment', step, content: { text: comment.text }, on: { table: 'tasks', id: params.id } },
      async (at) => commentTask(db, actor, await lockToWork(db, actor, params.id), comment, at),
    )
    return { comment: await getComment(db, id) }
  },
})
