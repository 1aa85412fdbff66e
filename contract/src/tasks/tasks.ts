import { z } from 'zod'
import { call } from '../call.ts'
import { instructionBrief } from '../instructions/instructions.brief.ts'
import { multimedia, multimediaIds } from '../multimedia/multimedia.ts'
import { productBrief } from '../products/products.brief.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import {
  coins,
  fieldText,
  id,
  instant,
  judged,
  longText,
  money,
  quantity,
  seconds,
  sum,
  text,
  version,
} from '../shapes/primitives.ts'
import { ownKeys } from '../shapes/records.ts'
import { supplyStatuses } from '../supplies/supplies.line.ts'
import { person } from '../users/users.ts'
import { taskBulkCalls } from './tasks.bulk.ts'
import { taskFilterFields } from './tasks.filters.ts'
import { taskComment, taskEvent, taskTime } from './tasks.history.ts'
import { taskPriorities, taskStatuses } from './tasks.line.ts'
import { commentBody, finishBody, progressBody } from './tasks.work.ts'
import { stepBody, stepField } from './work-steps.ts'

const taskStatus = z.enum(taskStatuses)
const taskPriority = z.enum(taskPriorities)

const can = z.object({
  edit: z.boolean(),
  /** Change its assignee, quantity, money, coins, norm and review. They are fixed in review and after it. */
  edit_terms: z.boolean(),
  progress: z.boolean(),
  start: z.boolean(),
  pause: z.boolean(),
  finish: z.boolean(),
  approve: z.boolean(),
  return: z.boolean(),
  cancel: z.boolean(),
  comment: z.boolean(),
  /** Add photos, videos and links to it; for the assignee, until it is done. */
  attach: z.boolean(),
  /** Remove media that they may delete; for the assignee, until it is reviewed. */
  detach: z.boolean(),
  delete: z.boolean(),
})
/** What the signed-in person may do with the task in its current state. */
export type TaskRights = z.infer<typeof can>

export const task = z.object({
  id,
  title: z.string(),
  description: z.string(),
  status: taskStatus,
  priority: taskPriority,
  /** The product that is packed; null: another kind of work. */
  product_id: id.nullable(),
  product: productBrief.nullable(),
  quantity: z.int(),
  quantity_done: z.int(),
  /**
   * Pieces that scans have counted into it; null: nothing was ever scanned for it. 0 also while it is not finished and
   * its product is scanned in its supply.
   */
  scanned: z.int().nullable(),
  /** The reason that the person gave who finished it with more pieces than were scanned. Null: there were no more. */
  unscanned_reason: z.string().nullable(),
  warehouse_id: id.nullable(),
  /**
   * The supply that it is packed for. Pieces of its product that the assignee scans into boxes are done, whether
   * the task runs or not.
   */
  supply_id: id.nullable(),
  supply: z.object({ id, number: z.string(), status: z.enum(supplyStatuses) }).nullable(),
  /** The assignee; null: the open pool. */
  user_id: id.nullable(),
  user: person.nullable(),
  money: z.int(),
  coins: z.int(),
  norm_seconds: z.int().nullable(),
  due_at: instant.nullable(),
  requires_review: z.boolean(),
  /**
   * Whether a finish leads to review. Also if an admin does it, because nobody approves their own pay, and if its scanned
   * pieces may be those that another task was paid for without scans.
   */
  needs_review: z.boolean(),
  returns: z.int(),
  return_reason: z.string().nullable(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Seconds of the closed segments. The running segment counts from `running_since`. */
  spent_seconds: z.int(),
  running_since: instant.nullable(),
  created_by: id,
  created_at: instant,
  version: z.int(),
  can,
})
export type Task = z.infer<typeof task>

const listedTask = task.extend({
  /** File of the first photo of the task, or else of its product; null if neither has one. */
  photo: z.string().nullable(),
})
export type ListedTask = z.infer<typeof listedTask>

/** The newest times and events. `tasks.times` pages through all times. */
const taskDetail = task.extend({
  /**
   * If set, it is deleted from all lists. Only people who see an entry that came from it can still read it.
   */
  deleted_at: instant.nullable(),
  creator: person,
  multimedia: z.array(multimedia),
  /** Instructions of its product. */
  instructions: z.array(instructionBrief),
  times: z.array(taskTime),
  comments: z.array(taskComment),
  history: z.array(taskEvent),
})
export type TaskDetail = z.infer<typeof taskDetail>

const draftFields = {
  title: text(200),
  description: longText(5000),
  priority: taskPriority,
  product_id: id.nullable(),
  quantity,
  warehouse_id: id.nullable(),
  supply_id: id.nullable(),
  user_id: id.nullable(),
  money,
  coins,
  norm_seconds: seconds.nullable(),
  due_at: instant.nullable(),
  requires_review: z.boolean(),
}

/** In display order. Replaces the previous list. */
const media = { multimedia_ids: multimediaIds }

const draftShape = z.strictObject({
  ...draftFields,
  title: draftFields.title.optional(),
  description: draftFields.description.default(''),
  priority: taskPriority.default('normal'),
  product_id: id.nullable().default(null),
  quantity: quantity.default(1),
  warehouse_id: id.nullable().default(null),
  supply_id: id.nullable().default(null),
  user_id: id.nullable().default(null),
  /** Default, also of coins and norm: the rate of the product times the quantity. */
  money: money.optional(),
  coins: coins.optional(),
  norm_seconds: draftFields.norm_seconds.optional(),
  due_at: instant.nullable().default(null),
  /** Default: the setting of the company. */
  requires_review: z.boolean().optional(),
  multimedia_ids: multimediaIds.default([]),
})

/** Fields of a new task. It needs a title or a product; all other fields have defaults. */
export const taskDraft = draftShape.refine(
  ({ title, product_id }) => title !== undefined || product_id !== null,
  {
    ...fieldText('required'),
    path: ['title'],
  },
)
export type TaskDraft = z.output<typeof taskDraft>

/** Changes to a task: only fields that are sent change. */
export const taskPatch = z.strictObject({ ...draftFields, ...media, version }).partial()
export type TaskPatch = z.output<typeof taskPatch>

const totals = z.object({ quantity: sum, quantity_done: sum, money: sum, coins: sum })
export type TaskTotals = z.infer<typeof totals>

/** Maximum tasks of one request, which runs in one transaction. */
const manyTasks = 200
const answer = { task: taskDetail }

/** A step of the person who judges the task. */
const judgement = <const Path extends string>(path: Path) =>
  call({
    method: 'POST',
    path,
    access: 'admin',
    changes: ['task', 'money', 'coins', 'achievement'],
    body: judged,
    answer,
    errors: ['wrong_state', 'stale'],
  })

export const tasks = {
  list: listCall({
    path: '/listing/tasks',
    access: 'staff',
    shows: ['task'],
    plural: 'tasks',
    row: listedTask,
    sorts: [
      'title',
      'status',
      'priority',
      'due_at',
      'created_at',
      'finished_at',
      'money',
      'coins',
      'quantity',
      'spent_seconds',
    ],
    filters: taskFilterFields,
    addressed: [...ownKeys(taskFilterFields), 'date_from', 'date_to'],
    /** For all rows of the filter; null if their number is only an estimate. */
    extra: { totals: totals.nullable() },
  }),
  get: call({
    method: 'GET',
    path: '/tasks/:id',
    access: 'staff',
    shows: ['task', 'instruction', 'product'],
    answer,
  }),
  create: call({
    method: 'POST',
    path: '/tasks/create',
    isIdempotent: true,
    access: 'admin',
    changes: ['task'],
    success: 201,
    body: taskDraft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: '/tasks/:id',
    access: 'admin',
    changes: ['task'],
    body: taskPatch,
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  progress: call({
    method: 'POST',
    path: '/tasks/:id/progress',
    access: 'staff',
    changes: ['task'],
    body: progressBody,
    answer,
    errors: ['wrong_state', 'idempotency_conflict'],
  }),
  start: call({
    method: 'POST',
    path: '/tasks/:id/start',
    access: 'staff',
    changes: ['task'],
    body: stepBody,
    /** `paused_task_id`: the same person's running task that this start has paused. */
    answer: { ...answer, paused_task_id: id.nullable() },
    /** `instruction_unread`: staff must first confirm the required instructions of its product. */
    errors: ['wrong_state', 'instruction_unread', 'idempotency_conflict'],
  }),
  pause: call({
    method: 'POST',
    path: '/tasks/:id/pause',
    access: 'staff',
    changes: ['task'],
    body: stepBody,
    answer,
    errors: ['wrong_state', 'idempotency_conflict'],
  }),
  finish: call({
    method: 'POST',
    path: '/tasks/:id/finish',
    access: 'staff',
    changes: ['task', 'money', 'coins', 'achievement'],
    body: finishBody,
    answer,
    errors: ['wrong_state', 'idempotency_conflict'],
  }),
  /**
   * Counts pieces that its assignee has scanned for its supply and product, and that no task counts, into it, up
   * to its quantity. `counted`: how many.
   */
  countScans: call({
    method: 'POST',
    path: '/tasks/:id/count_scans',
    access: 'admin',
    changes: ['task', 'supply'],
    answer: { ...answer, counted: z.int() },
    errors: ['wrong_state'],
  }),
  approve: judgement('/tasks/:id/approve'),
  return: call({
    method: 'POST',
    path: '/tasks/:id/return',
    access: 'admin',
    changes: ['task'],
    body: judged.extend({ reason: text(1000) }),
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  cancel: judgement('/tasks/:id/cancel'),
  /** Takes back the credit of a done task too. */
  remove: call({
    method: 'DELETE',
    path: '/tasks/:id',
    access: 'admin',
    changes: ['task', 'money', 'coins'],
    body: judged,
    answer: {},
    errors: ['insufficient_coins', 'stale'],
  }),
  createMany: call({
    method: 'POST',
    path: '/tasks/create_many',
    access: 'admin',
    changes: ['task'],
    success: 201,
    isIdempotent: true,
    body: z.strictObject({ tasks: z.array(taskDraft).min(1).max(manyTasks) }),
    answer: { tasks: z.array(task) },
  }),
  ...taskBulkCalls,
  comment: call({
    method: 'POST',
    path: '/tasks/:id/comments',
    access: 'staff',
    changes: ['task'],
    success: 201,
    body: commentBody,
    answer: { comment: taskComment },
  }),
  /** Adds media at the end. A photo that was taken before the assignee finished may come later than that. */
  attach: call({
    method: 'POST',
    path: '/tasks/:id/multimedia',
    access: 'staff',
    changes: ['task'],
    body: z.strictObject({ ...media, ...stepField }),
    answer,
    errors: ['wrong_state'],
  }),
  detach: call({
    method: 'DELETE',
    path: '/tasks/:id/multimedia',
    access: 'staff',
    changes: ['task'],
    body: z.strictObject(media),
    answer,
    errors: ['wrong_state'],
  }),
  times: listCall({
    path: '/listing/times/:id',
    access: 'staff',
    shows: ['task'],
    plural: 'times',
    row: taskTime,
    sorts: ['started_at', 'seconds'],
    filters: { user_id: oneOrMany(id).optional() },
  }),
}
