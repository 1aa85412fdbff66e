import type { TaskChanges } from '@artel/contract/tasks'
import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import type { Db } from '../../database/db.ts'
import {
  addMedia,
  type MediaChange,
  type MediaHolder,
  setMedia,
  takeMedia,
} from '../multimedia/multimedia.ts'
import { changeTask } from './tasks.change.ts'
import type { LockedTask } from './tasks.queries.ts'

export const taskMedia: MediaHolder = { table: 'task_multimedia', owner: 'task_id' }

type WorkedTask = Allowed<LockedTask, 'work'>

/** Gives a task, whose row is locked, these media in this order. @returns what its history is to tell of it */
export const setTaskMedia = async (
  db: Db,
  actor: Actor,
  taskId: number,
  ids: readonly number[],
  path?: string,
): Promise<TaskChanges> => tell(await setMedia(db, actor, taskMedia, taskId, ids, path))

/** Adds media at the end; those that are there stay where they are. @throws ApiError 422 */
export async function attachMedia(
  db: Db,
  actor: Actor,
  task: WorkedTask,
  ids: readonly number[],
): Promise<void> {
  const changes = tell(await addMedia(db, actor, taskMedia, task.id, ids))
  await changeTask(db, actor, task, 'edit', {}, {}, changes)
}

/** Takes media away. @throws ApiError forbidden for what somebody else has brought */
export async function detachMedia(
  db: Db,
  actor: Actor,
  task: WorkedTask,
  ids: readonly number[],
): Promise<void> {
  const changes = tell(await takeMedia(db, actor, taskMedia, task.id, ids))
  await changeTask(db, actor, task, 'edit', {}, {}, changes)
}

const tell = ({ before, after }: MediaChange): TaskChanges =>
  before.join() === after.join() ? {} : { multimedia_ids: [before, after] }
