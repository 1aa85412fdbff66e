import type { TaskChanges } from '@artel/contract/tasks'
import { fixedStatuses, settledStatuses } from '@artel/contract/tasks.line'
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
import { auditTasks } from './tasks.audit.ts'
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
export const attachMedia = async (db: Db, actor: Actor, task: WorkedTask, ids: readonly number[]) =>
  saveChange(db, actor, task, await addMedia(db, actor, taskMedia, task.id, ids))

/** Takes media away. @throws ApiError forbidden for what somebody else has brought */
export const detachMedia = async (db: Db, actor: Actor, task: WorkedTask, ids: readonly number[]) =>
  saveChange(db, actor, task, await takeMedia(db, actor, taskMedia, task.id, ids))

async function saveChange(db: Db, actor: Actor, task: WorkedTask, media: MediaChange): Promise<void> {
  await changeTask(db, actor, task, 'edit', {}, {}, tell(media))
  // Until it is handed in this is a step of the work, of which the history tells.
  const isHandedIn = [...fixedStatuses, ...settledStatuses].includes(task.status)
  if (isHandedIn) await auditTasks(db, actor, 'update', [task], media)
}

const tell = ({ before, after }: MediaChange): TaskChanges =>
  before.join() === after.join() ? {} : { multimedia_ids: [before, after] }
