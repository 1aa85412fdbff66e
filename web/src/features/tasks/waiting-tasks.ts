import { type WorkSchedule, workedMs } from '@artel/contract/hours/work-time'
import type { ListedTask, Task, TaskDetail } from '@artel/contract/tasks/tasks'
import { finishTarget, reportableStatuses, type TaskStatus, taskLine } from '@artel/contract/tasks/tasks.line'
import type { Person } from '@artel/contract/users/users'
import type { Answer, InputOf } from '../../api/send/calls.ts'
import type { StepQueueState } from '../../api/steps/step-queue.ts'
import { holds, type WaitingStep } from '../../api/steps/waiting-step.ts'
import { subjectOf, talkOf } from './step-facts.ts'

/** Who makes the steps, and what their time is judged by. */
export type StepMaker = {
  user: Person
  schedule: WorkSchedule
  /** The server's clock minus that of the device, ms. */
  offsetMs: number
}

/** The task as it will be once the steps are taken. */
export function foreseeTask<Row extends Task>(
  task: Row,
  steps: readonly WaitingStep[],
  maker: StepMaker,
): Row {
  return steps.reduce((row, step) => afterStep(row, step, maker), task)
}

function afterStep<Row extends Task>(task: Row, step: WaitingStep, maker: StepMaker): Row {
  const at = step.made_at + maker.offsetMs
  if (step.call === 'supplies.scan')
    return step.params.supply_id === task.supply_id ? withScan(task, step, maker) : task
  if (step.subject !== subjectOf(task)) {
    const isLeft =
      pausesOthers(step) &&
      task.user_id === assigneeOf(step, maker) &&
      task.running_since !== null &&
      Date.parse(task.running_since) <= at
    return isLeft ? withStatus(stopped(task, at, maker), 'paused') : task
  }
  if (holds(task.version, step)) return task
  const { quantity_done = task.quantity, added = 0, reason = null } = step.body as Partial<TaskStepBody>
  switch (step.call) {
    case 'tasks.start': {
      if (!taskLine.start.from.includes(task.status)) return task
      const since = new Date(at).toISOString()
      const begun = { user_id: task.user_id ?? maker.user.id, started_at: task.started_at ?? since }
      return withStatus({ ...task, ...begun, running_since: since }, 'in_progress')
    }
    case 'tasks.pause':
      return task.status === 'in_progress' ? withStatus(stopped(task, at, maker), 'paused') : task
    case 'tasks.progress':
      return { ...task, quantity_done: Math.min(task.quantity, Math.max(0, task.quantity_done + added)) }
    case 'tasks.finish': {
      if (!taskLine.finish.from.includes(task.status)) return task
      const finished = { quantity_done, unscanned_reason: reason, finished_at: new Date(at).toISOString() }
      return withStatus({ ...stopped(task, at, maker), ...finished }, finishTarget(task, quantity_done))
    }
    default:
      return task
  }
}

/** What the steps of a task say. */
type TaskStepBody = { quantity_done: number; added: number; reason: string }

/** A scan of the running task's product into its supply counts before the server has answered. */
function withScan<Row extends Task>(task: Row, { body }: WaitingStep, { user }: StepMaker): Row {
  const { barcode, quantity = 1 } = body as { barcode: string; quantity?: number }
  const isOwn = task.user_id === user.id && task.status === 'in_progress'
  if (!isOwn || !task.product?.barcodes.includes(barcode)) return task
  const pieces = Math.min(quantity, task.quantity - task.quantity_done)
  return {
    ...task,
    quantity_done: task.quantity_done + pieces,
    scanned: (task.scanned ?? 0) + pieces,
  }
}

const pausesOthers = ({ call }: WaitingStep) => call === 'tasks.start' || call === 'hours.stop'

/** The person who works on the task of a step. */
const assigneeOf = ({ seen }: WaitingStep, { user }: StepMaker) =>
  (seen as Pick<Task, 'user_id'> | null)?.user_id ?? user.id

function stopped<Row extends Task>(task: Row, at: number, { schedule }: StepMaker): Row {
  if (task.running_since === null) return task
  const spent = Math.floor(workedMs(schedule, Date.parse(task.running_since), at) / 1000)
  return { ...task, spent_seconds: task.spent_seconds + Math.max(0, spent), running_since: null }
}

/** With the steps that the new status leaves to a person who works on the task. */
function withStatus<Row extends Task>(task: Row, status: TaskStatus): Row {
  const fits = (step: 'start' | 'pause' | 'finish') => taskLine[step].from.includes(status)
  const can = {
    ...task.can,
    start: fits('start'),
    pause: fits('pause'),
    finish: fits('finish'),
    progress: reportableStatuses.includes(status),
  }
  return { ...task, status, can }
}

/** Comments on the task that wait here, were refused, or are answered and not read yet. */
export const waitingComments = (
  { id: taskId, comments }: Pick<TaskDetail, 'id' | 'comments'>,
  { waiting, settling }: Pick<StepQueueState, 'waiting' | 'settling'>,
): WaitingStep[] =>
  [...settling, ...waiting].filter(
    ({ call, subject, answered_version }) =>
      call === 'tasks.comment' &&
      subject === talkOf(taskId) &&
      !comments.some(({ id }) => id === answered_version),
  )

/** Photos of the task that wait here, were refused, or are answered and not read yet. */
export const waitingPhotos = (
  { id: taskId, version }: Pick<TaskDetail, 'id' | 'version'>,
  { waiting, settling }: Pick<StepQueueState, 'waiting' | 'settling'>,
): WaitingStep[] =>
  [...settling, ...waiting].filter(
    (step) => step.call === 'tasks.attach' && step.params.id === taskId && !holds(version, step),
  )

type List = Answer<'tasks.list'>

/**
 * A list as it will be once the steps are taken: tasks that no longer fit its filter leave it, and a task that a
 * step brings into it comes first.
 */
export function foreseeTasks(
  answer: List,
  { body, query }: InputOf<'tasks.list'>,
  steps: readonly WaitingStep[],
  maker: StepMaker,
): List {
  const { status, user_id, ...others } = body ?? {}
  const fits = (task: ListedTask) =>
    (status === undefined || [status].flat().includes(task.status)) &&
    (user_id === undefined || [user_id].flat().includes(task.user_id))
  const before = new Map(answer.tasks.map((task) => [task.id, task]))
  const after = answer.tasks.map((task) => foreseeTask(task, steps, maker))
  const stayed = after.filter((task) => task === before.get(task.id) || fits(task))
  const isWhole = Object.keys(others).length === 0 && (query?.page ?? 1) === 1
  const come = isWhole ? seenIn(steps).filter(({ id }) => !before.has(id)) : []
  const brought = come.map((task) => foreseeTask(task, steps, maker)).filter(fits)
  if (brought.length === 0 && stayed.every((task) => task === before.get(task.id))) {
    if (stayed.length === answer.tasks.length) return answer
  }
  const total = answer.pagination.total + brought.length - (after.length - stayed.length)
  return { ...answer, tasks: [...brought, ...stayed], pagination: { ...answer.pagination, total } }
}

/** The tasks of the steps as they were seen before the first of them, each once. */
function seenIn(steps: readonly WaitingStep[]): ListedTask[] {
  const tasks = new Map<number, ListedTask>()
  for (const { call, seen } of steps) {
    if (seen === null || !call.startsWith('tasks.')) continue
    const task = seen as ListedTask // as `seenTask` has made it
    if (!tasks.has(task.id)) tasks.set(task.id, task)
  }
  return [...tasks.values()]
}
