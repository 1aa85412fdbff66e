import type { StatusLine } from '../shapes/status-line.ts'

// Without schemas, so that pages that only draw a status do not load the schema library.

export const taskStatuses = ['open', 'in_progress', 'paused', 'review', 'done', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

/** Events in the history of a task: each step, and other changes. */
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
  'restore',
  'delete',
  'shift_end',
  'recount',
] as const
export type TaskEventKind = (typeof taskEventKinds)[number]

export const taskSteps = ['start', 'pause', 'finish', 'approve', 'return', 'cancel'] as const
export type TaskStep = (typeof taskSteps)[number]

/** `finish` leads to review if the task needs it. */
export const taskLine: StatusLine<TaskStatus, TaskStep> = {
  start: { from: ['open', 'paused'], to: 'in_progress' },
  pause: { from: ['in_progress'], to: 'paused' },
  finish: { from: ['in_progress', 'paused'], to: 'done' },
  approve: { from: ['review'], to: 'done' },
  return: { from: ['review'], to: 'paused' },
  cancel: { from: ['open', 'in_progress', 'paused', 'review'], to: 'cancelled' },
}

/** Whether more pieces are done than the scans of the task have counted. Never where nothing was scanned for it. */
export const isBeyondScans = ({ scanned }: { scanned: number | null }, quantityDone: number): boolean =>
  scanned !== null && quantityDone > scanned

/** The status that a finish of this task with so many pieces leads to. */
export const finishTarget = (
  task: { needs_review: boolean; scanned: number | null },
  quantityDone: number,
): TaskStatus => (task.needs_review || isBeyondScans(task, quantityDone) ? 'review' : taskLine.finish.to)

/** Statuses in which `quantity_done` may be reported. */
export const reportableStatuses: readonly TaskStatus[] = ['in_progress', 'paused']

/**
 * Statuses of a task that is not finished. Scans count into such tasks. If a person has several, a scan counts into the
 * one whose status comes first here.
 */
export const unfinishedStatuses: readonly TaskStatus[] = ['in_progress', 'paused', 'open']

/** Statuses in which a task is settled and no longer edited. */
export const settledStatuses: readonly TaskStatus[] = ['done', 'cancelled']

/**
 * Terms that make the price of a task. If nobody reviews the task, the person who last changed one of them
 * approves the credit.
 */
export const taskPrice = ['quantity', 'money', 'coins', 'norm_seconds', 'requires_review'] as const

/** The pay of a task, and its assignee. */
export const taskTerms = ['user_id', ...taskPrice] as const

/** What a judge of a task must have seen: its terms, quantity done, photos and their names, and status. */
export const judgedTerms = [
  ...taskTerms,
  'product_id',
  'quantity_done',
  'multimedia_ids',
  'multimedia_name',
  'status',
] as const

/** Statuses with fixed terms, because the work is being approved or was approved. A return unlocks them. */
export const fixedStatuses: readonly TaskStatus[] = ['review', 'done']
