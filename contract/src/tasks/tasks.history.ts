import { z } from 'zod'
import { multimedia } from '../multimedia/multimedia.ts'
import { id, instant } from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import { taskEventKinds } from './tasks.line.ts'

export const taskTime = z.object({
  id,
  task_id: id,
  user_id: id,
  user: person,
  started_at: instant,
  ended_at: instant.nullable(),
  /**
   * Seconds from start to end, including a second that earlier segments of the task have begun; null while it
   * runs.
   */
  seconds: z.int().nullable(),
  /** Of these, seconds in pauses of the company, which do not count as spent. */
  break_seconds: z.int(),
  breaks: z.object({ first_break: z.int(), lunch: z.int(), second_break: z.int() }).partial(),
})
export type TaskTime = z.infer<typeof taskTime>

export const taskComment = z.object({
  id,
  user_id: id,
  user: person,
  text: z.string(),
  multimedia: z.array(multimedia),
  created_at: instant,
})
export type TaskComment = z.infer<typeof taskComment>

/** Changed fields of a task, each with its previous and its new value. */
const taskChanges = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
export type TaskChanges = z.infer<typeof taskChanges>

export const taskEvent = z.object({
  id,
  user: person,
  kind: z.enum(taskEventKinds),
  changes: taskChanges,
  created_at: instant,
})
export type TaskEvent = z.infer<typeof taskEvent>
