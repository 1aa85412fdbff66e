import type { TaskChanges } from '@artel/contract/tasks/tasks.history'
import { fixedStatuses, settledStatuses } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../../access/actor.ts'
import type { Allowed } from '../../../access/allowed.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError } from '../../../errors/errors.ts'
import {
  addMedia,
  type BeforeRename,
  detachMedia,
  type MediaChange,
  type MediaOwner,
  setMedia,
} from '../../multimedia/multimedia.ts'
import { auditForOthers, auditTasks } from '../tasks.audit.ts'
import { changeTask } from '../tasks.change.ts'
import { findTasksNow, findTasksWith, type LockedTask, lockTasks } from '../tasks.queries.ts'
import { mayDetach } from '../tasks.rules.ts'

export const taskMedia: MediaOwner = { table: 'task_multimedia', owner: 'task_id' }
export const commentMedia: MediaOwner = { table: 'task_comment_multimedia', owner: 'comment_id' }

type WorkedTask = Allowed<LockedTask, 'work'>

/** Sets the media of a locked task, in this order. @returns the changes for the task's history */
export const setTaskMedia = async (
  db: Db,
  actor: Actor,
  taskId: number,
  ids: readonly number[],
  path?: string,
): Promise<TaskChanges> => tell(await setMedia(db, actor, taskMedia, taskId, ids, path))

/** Adds media after the present ones, which keep their order. @throws ApiError 422 */
export const attachToTask = async (db: Db, actor: Actor, task: WorkedTask, ids: readonly number[]) =>
  saveChange(db, actor, task, await addMedia(db, actor, taskMedia, task.id, ids))

/** Removes media from a task. @throws ApiError forbidden for media that somebody else has added */
export const detachFromTask = async (db: Db, actor: Actor, task: WorkedTask, ids: readonly number[]) =>
  saveChange(db, actor, task, await detachMedia(db, actor, taskMedia, task.id, ids))

/**
 * The name of a photo is evidence of the work, like the photo. So only a person who may remove the photo from each task
 * that has it may rename it. Deleted tasks count too, because owners read them. Until the task is settled, a rename
 * makes a new version of the task, because the person who judges the work must have seen the name.
 * @throws ApiError wrong_state if the work is handed in; forbidden
 */
export const beforeRename: BeforeRename = async (db, actor, media, name) => {
  if (media.name === name) return
  const ids = await findTasksWith(db, media.id)
  if (ids.length === 0) return
  const locked = await lockTasks(db, ids)
  for (const task of await findTasksNow(db, ids)) {
    if (mayDetach(actor, task)) continue
    throw new ApiError(handedIn.includes(task.status) ? 'wrong_state' : 'forbidden')
  }
  for (const task of locked) {
    if (settledStatuses.includes(task.status)) continue
    await changeTask(db, actor, task, 'edit', {}, { beside: { multimedia_name: [media.name, name] } })
  }
}

const handedIn = [...fixedStatuses, ...settledStatuses]

async function saveChange(db: Db, actor: Actor, task: WorkedTask, media: MediaChange): Promise<void> {
  await changeTask(db, actor, task, 'edit', {}, { beside: tell(media) })
  // Before the work is handed in, this is a step of the work, and the history of the assignee's steps is enough.
  const audit = handedIn.includes(task.status) ? auditTasks : auditForOthers
  await audit(db, actor, 'update', [task], media)
}

const tell = ({ before, after }: MediaChange): TaskChanges =>
  before.join() === after.join() ? {} : { multimedia_ids: [before, after] }
