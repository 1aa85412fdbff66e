import type { StatusLine } from './status-line.ts'

// Free of schemas, so that pages which only draw a status do not carry the checker of all shapes.

export const taskStatuses = ['open', 'in_progress', 'paused', 'review', 'done', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

/** What a task's history tells of: each step, and what is no step. */
export const taskEventKinds = [
  'create',
  'edit',
  'progress',
  'start',
  'pause',
  'finish',
  'approve',
  'return',
  'cancel',
  'delete',
  'shift_end',
] as const
export type TaskEventKind = (typeof taskEventKinds)[number]

export const taskSteps = ['start', 'pause', 'finish', 'approve', 'return', 'cancel'] as const
export type TaskStep = (typeof taskSteps)[number]

/** `finish` leads to review where the task needs it. */
export const taskLine: StatusLine<TaskStatus, TaskStep> = {
  start: { from: ['open', 'paused'], to: 'in_progress' },
  pause: { from: ['in_progress'], to: 'paused' },
  finish: { from: ['in_progress', 'paused'], to: 'done' },
  approve: { from: ['review'], to: 'done' },
  return: { from: ['review'], to: 'paused' },
  cancel: { from: ['open', 'in_progress', 'paused', 'review'], to: 'cancelled' },
}

/** Where a finish of this task leads. */
export const finishTarget = (task: { needs_review: boolean }): TaskStatus =>
  task.needs_review ? 'review' : taskLine.finish.to

/** Statuses in which `quantity_done` may be reported. */
export const reportableStatuses: readonly TaskStatus[] = ['in_progress', 'paused']

/** Statuses after which a task is settled and no longer edited. */
export const settledStatuses: readonly TaskStatus[] = ['done', 'cancelled']

/** What makes the price of a task. Whoever changed one of these last approves the credit where nobody reviews it. */
export const taskPrice = ['quantity', 'money', 'coins', 'norm_seconds', 'requires_review'] as const

/** What a task pays, and to whom. */
export const taskTerms = ['user_id', ...taskPrice] as const

/** What whoever judges a task has to have seen: its terms, what was done, its photos and their names, and where it stands. */
export const judgedTerms = [
  ...taskTerms,
  ...(['product_id', 'quantity_done', 'multimedia_ids', 'multimedia_name', 'status'] as const),
] as const

/** Statuses in which the terms are fixed, because somebody approves them or has. A return opens them. */
export const fixedStatuses: readonly TaskStatus[] = ['review', 'done']
