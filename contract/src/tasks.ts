import { z } from 'zod'
import { call } from './call.ts'
import { instructionBrief } from './instructions.brief.ts'
import { listCall, listFilters, oneOrMany } from './list.ts'
import { multimedia, multimediaIds } from './multimedia.ts'
import {
  coins,
  dayBound,
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
} from './primitives.ts'
import { productBrief } from './products.brief.ts'
import { supplyStatuses } from './supplies.line.ts'
import { taskEventKinds, taskPriorities, taskStatuses } from './tasks.line.ts'
import { person } from './users.ts'

const taskStatus = z.enum(taskStatuses)
const taskPriority = z.enum(taskPriorities)

const can = z.object({
  edit: z.boolean(),
  /** Who does it, its quantity, money, coins, norm and review. They are fixed in review and after it. */
  edit_terms: z.boolean(),
  progress: z.boolean(),
  start: z.boolean(),
  pause: z.boolean(),
  finish: z.boolean(),
  approve: z.boolean(),
  return: z.boolean(),
  cancel: z.boolean(),
  comment: z.boolean(),
  /** Add photos, videos and links to it; whose work it is, until it is done. */
  attach: z.boolean(),
  /** Take away those that they may delete; whose work it is, until it is reviewed. */
  detach: z.boolean(),
  delete: z.boolean(),
})
/** What the signed-in person may do with the task as it stands now. */
export type TaskRights = z.infer<typeof can>

export const task = z.object({
  id,
  title: z.string(),
  description: z.string(),
  status: taskStatus,
  priority: taskPriority,
  /** What is packed; null: the work is of another kind. */
  product_id: id.nullable(),
  product: productBrief.nullable(),
  quantity: z.int(),
  quantity_done: z.int(),
  warehouse_id: id.nullable(),
  /** What it is packed for. Of its product, what the doer scans into the boxes while the task runs is done. */
  supply_id: id.nullable(),
  supply: z.object({ id, number: z.string(), status: z.enum(supplyStatuses) }).nullable(),
  /** Who does it; null: the open pool. */
  user_id: id.nullable(),
  user: person.nullable(),
  money: z.int(),
  coins: z.int(),
  norm_seconds: z.int().nullable(),
  due_at: instant.nullable(),
  requires_review: z.boolean(),
  /** Whether a finish leads to review. True also where an admin does it, as nobody approves their own pay. */
  needs_review: z.boolean(),
  returns: z.int(),
  return_reason: z.string().nullable(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Of the closed segments; the one that runs counts from `running_since`. */
  spent_seconds: z.int(),
  running_since: instant.nullable(),
  created_by: id,
  created_at: instant,
  version: z.int(),
  can,
})
export type Task = z.infer<typeof task>

const listedTask = task.extend({
  /** File of its first photo, else of its product's; null where neither has one. */
  photo: z.string().nullable(),
})
export type ListedTask = z.infer<typeof listedTask>

export const taskTime = z.object({
  id,
  task_id: id,
  user_id: id,
  user: person,
  started_at: instant,
  ended_at: instant.nullable(),
  /** From start to end, with a second that earlier segments of the task have begun; null while it runs. */
  seconds: z.int().nullable(),
  /** Of them those of the company's pauses, which do not count as spent. */
  break_seconds: z.int(),
  breaks: z.object({ first_break: z.int(), lunch: z.int(), second_break: z.int() }).partial(),
})
export type TaskTime = z.infer<typeof taskTime>

export const taskComment = z.object({
  id,
  user_id: id,
  user: person,
  text: z.string(),
  created_at: instant,
})
export type TaskComment = z.infer<typeof taskComment>

/** Changed fields of a task, each as it was and as it became. */
const taskChanges = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
export type TaskChanges = z.infer<typeof taskChanges>

const taskEvent = z.object({
  id,
  user: person,
  kind: z.enum(taskEventKinds),
  changes: taskChanges,
  created_at: instant,
})
export type TaskEvent = z.infer<typeof taskEvent>

/** The newest times and events; all times are paged by `tasks.times`. */
const taskDetail = task.extend({
  /** Set: it is gone from all lists, and only whoever sees an entry that came from it can still read it. */
  deleted_at: instant.nullable(),
  creator: person,
  multimedia: z.array(multimedia),
  /** Those for its product. */
  instructions: z.array(instructionBrief),
  times: z.array(taskTime),
  comments: z.array(taskComment),
  history: z.array(taskEvent),
})
export type TaskDetail = z.infer<typeof taskDetail>

const taskFilterFields = {
  status: oneOrMany(taskStatus).optional(),
  priority: oneOrMany(taskPriority).optional(),
  /** null: in the open pool. */
  user_id: oneOrMany(id.nullable()).optional(),
  product_id: oneOrMany(id).optional(),
  warehouse_id: oneOrMany(id.nullable()).optional(),
  supply_id: oneOrMany(id.nullable()).optional(),
  overdue: z.boolean().optional(),
  due_from: dayBound.optional(),
  due_to: dayBound.optional(),
}
const taskFilters = listFilters(taskFilterFields)
export type TaskFilters = z.output<typeof taskFilters>

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

/** In the order in which they are shown; sent, it replaces what was there. */
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
  /** Not sent, as the norm: the rates of the product times the quantity. */
  money: money.optional(),
  coins: coins.optional(),
  norm_seconds: draftFields.norm_seconds.optional(),
  due_at: instant.nullable().default(null),
  /** Not sent: as the company's settings say. */
  requires_review: z.boolean().optional(),
  multimedia_ids: multimediaIds.default([]),
})

/** What creates a task: its title or its product; all else has a default. */
export const taskDraft = draftShape.refine(
  ({ title, product_id }) => title !== undefined || product_id !== null,
  {
    ...fieldText('required'),
    path: ['title'],
  },
)
export type TaskDraft = z.output<typeof taskDraft>

/** Changes to a task: only the fields that are sent. */
export const taskPatch = z.strictObject({ ...draftFields, ...media, version }).partial()
export type TaskPatch = z.output<typeof taskPatch>

const totals = z.object({ quantity: sum, quantity_done: sum, money: sum, coins: sum })
export type TaskTotals = z.infer<typeof totals>

/** So many tasks at once, in one transaction. */
const manyTasks = 200
const bulkTarget = {
  ids: z.array(id).min(1).max(1000).optional(),
  /** Filters of the list; they must find 1,000 tasks at most. */
  filter: taskFilters.optional(),
}
/** The version of each of the `ids` that was seen, in their order. */
const seen = { versions: z.array(version).min(1).max(1000).optional() }
const bulkAction = <Action extends string, Value extends z.ZodRawShape>(action: Action, value: Value) =>
  z.strictObject({ ...bulkTarget, action: z.literal(action), ...value })

const bulkBody = z
  .discriminatedUnion('action', [
    bulkAction('assign', { value: id.nullable() }),
    bulkAction('priority', { value: taskPriority }),
    bulkAction('due', { value: instant.nullable() }),
    bulkAction('approve', seen),
    bulkAction('cancel', seen),
    bulkAction('delete', seen),
  ])
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
    ...fieldText('required'),
    path: ['ids'],
  })
  .refine((body) => !('versions' in body) || body.versions?.length === body.ids?.length, {
    ...fieldText('required'),
    path: ['versions'],
  })
export type TaskBulk = z.output<typeof bulkBody>

const quantityDone = z.int().min(0).max(1_000_000)
const answer = { task: taskDetail }

/** A step of whoever judges the task. */
const judgement = <const Path extends string>(path: Path) =>
  call({ method: 'POST', path, access: 'admin', body: judged, answer, errors: ['wrong_state', 'stale'] })

export const tasks = {
  list: listCall({
    path: '/listing/tasks',
    access: 'staff',
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
    /** Over all rows of the filter; null where their number is only estimated. */
    extra: { totals: totals.nullable() },
  }),
  get: call({ method: 'GET', path: '/tasks/:id', access: 'staff', answer }),
  create: call({
    method: 'POST',
    path: '/tasks/create',
    isIdempotent: true,
    access: 'admin',
    success: 201,
    body: taskDraft,
    answer,
  }),
  update: call({
    method: 'PUT',
    path: '/tasks/:id',
    access: 'admin',
    body: taskPatch,
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  progress: call({
    method: 'POST',
    path: '/tasks/:id/progress',
    access: 'staff',
    body: z.strictObject({ quantity_done: quantityDone }),
    answer,
    errors: ['wrong_state'],
  }),
  start: call({
    method: 'POST',
    path: '/tasks/:id/start',
    access: 'staff',
    /** `paused_task_id`: the running task of the same person that this start has paused. */
    answer: { ...answer, paused_task_id: id.nullable() },
    /** `instruction_unread`: staff first confirm what its product asks them to read. */
    errors: ['wrong_state', 'instruction_unread'],
  }),
  pause: call({ method: 'POST', path: '/tasks/:id/pause', access: 'staff', answer, errors: ['wrong_state'] }),
  finish: call({
    method: 'POST',
    path: '/tasks/:id/finish',
    access: 'staff',
    body: z.strictObject({ quantity_done: quantityDone.optional() }),
    answer,
    errors: ['wrong_state'],
  }),
  approve: judgement('/tasks/:id/approve'),
  return: call({
    method: 'POST',
    path: '/tasks/:id/return',
    access: 'admin',
    body: judged.extend({ reason: text(1000) }),
    answer,
    errors: ['wrong_state', 'stale'],
  }),
  cancel: judgement('/tasks/:id/cancel'),
  /** What a done task has brought is taken back with it. */
  remove: call({
    method: 'DELETE',
    path: '/tasks/:id',
    access: 'admin',
    body: judged,
    answer: {},
    errors: ['insufficient_coins', 'stale'],
  }),
  createMany: call({
    method: 'POST',
    path: '/tasks/create_many',
    access: 'admin',
    success: 201,
    isIdempotent: true,
    body: z.strictObject({ tasks: z.array(taskDraft).min(1).max(manyTasks) }),
    answer: { tasks: z.array(task) },
  }),
  bulk: call({
    method: 'POST',
    path: '/tasks/bulk',
    access: 'admin',
    body: bulkBody,
    answer: { changed: z.int(), refused: z.array(z.object({ id, code: z.string() })) },
  }),
  comment: call({
    method: 'POST',
    path: '/tasks/:id/comments',
    access: 'staff',
    success: 201,
    body: z.strictObject({ text: text(5000) }),
    answer: { comment: taskComment },
  }),
  /** Adds media at the end. */
  attach: call({
    method: 'POST',
    path: '/tasks/:id/multimedia',
    access: 'staff',
    body: z.strictObject(media),
    answer,
    errors: ['wrong_state'],
  }),
  detach: call({
    method: 'DELETE',
    path: '/tasks/:id/multimedia',
    access: 'staff',
    body: z.strictObject(media),
    answer,
    errors: ['wrong_state'],
  }),
  times: listCall({
    path: '/listing/times/:id',
    access: 'staff',
    plural: 'times',
    row: taskTime,
    sorts: ['started_at', 'seconds'],
    filters: { user_id: oneOrMany(id).optional() },
  }),
}
