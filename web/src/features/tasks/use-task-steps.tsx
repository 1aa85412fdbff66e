import type { Task } from '@artel/contract/tasks/tasks'
import { finishTarget, isBeyondScans } from '@artel/contract/tasks/tasks.line'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { ApiFailure, type Failure } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { addStep, takeBack } from '../../api/steps/steps.ts'
import { isStale } from '../../forms/save/judge-together.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { useWorthWords } from '../../ui/page/use-worth-words.ts'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { Finish, FinishCounts } from './running/finish-dialog.tsx'
import { payOf, seenTask, subjectOf } from './step-facts.ts'
import { useJudgedTask } from './use-judged-task.ts'

const FinishDialog = lazyPart(async () => (await import('./running/finish-dialog.tsx')).FinishDialog)
// Lazy, because these forms are a tenth of the first download and are seldom needed.
const TaskRemoval = lazyPart(async () => (await import('./task-removal.tsx')).TaskRemoval)
const ReturnDialog = lazyPart(async () => (await import('./return-dialog.tsx')).ReturnDialog)

/** How long a person can take back that their task is done, ms. */
const takeBackMs = 10_000

const about = (task: Task) => ({ subject: subjectOf(task), title: task.title, seen: seenTask(task) })

/** The steps of a task: asks for confirmation where a step costs something, and notifies when it is done. */
export function useTaskSteps() {
  const t = useTranslations('tasks')
  const words = useWorthWords()
  const say = (text: string) => notify({ text, tone: 'ok' })
  const onFailure = (failure: Failure) =>
    notify({ text: failure instanceof ApiFailure ? failure.message : t('stepFailed'), tone: 'bad' })
  const common = { onFailure }
  // A task whose terms have changed is shown again with a new question, so a conflict is not an error here.
  const judged = { ...common, onFailure: (failure: Failure) => isStale(failure) || onFailure(failure) }

  const { id: me } = useUser()
  const finished = useRef<string | null>(null)
  const work = (call: 'tasks.start' | 'tasks.pause', task: Task) =>
    void addStep({ call, params: { id: task.id }, body: {}, ...about(task) })
  const finish = async (task: Task, { quantity_done, reason }: Finish) => {
    // An admin who finishes the work of others looks at the list, where they can return it.
    const isOwn = task.user_id === me
    const step = await addStep({
      call: 'tasks.finish',
      params: { id: task.id },
      body: { quantity_done, ...(reason !== undefined && { reason }) },
      ...about(task),
      holdMs: isOwn ? takeBackMs : 0,
    })
    // A second press of the same button.
    if (step === finished.current) return
    finished.current = step
    notify({
      text: finishText(task, quantity_done),
      tone: 'ok',
      ...(isOwn && {
        timeout: takeBackMs,
        action: { label: t('takeBack'), onClick: () => void undo(step) },
      }),
    })
  }
  const finishText = (task: Task, quantity_done: number) => {
    const pay = payOf(task, quantity_done)
    const isJudged = finishTarget(task, quantity_done) === 'review'
    const text = t(isJudged ? 'sentToReview' : 'finished', { id: String(task.id) })
    return pay.money > 0 || pay.coins > 0 ? `${text} · ${words(pay)}` : text
  }
  const undo = async (step: string) => {
    if (!(await takeBack(step))) notify({ text: t('tooLate'), tone: 'warn' })
  }
  const approve = useAction('tasks.approve', {
    ...judged,
    onSuccess: ({ task }) => say(t('approved', { id: String(task.id) })),
  })
  const cancel = useAction('tasks.cancel', {
    ...judged,
    onSuccess: ({ task }) => say(t('cancelled', { id: String(task.id) })),
  })

  const navigate = useNavigate()
  const remove = useAction('tasks.remove', {
    onFailure: judged.onFailure,
    // Navigate first, because the page of a deleted task has nothing to refetch.
    onSuccess: async (_, { params: { id } }) => {
      say(t('removed', { id: String(id) }))
      await navigate({ to: '/tasks' })
      await refreshEntities('task')
    },
  })

  const on = ({ id }: Task) => ({ params: { id } })
  const judgeTask = useJudgedTask()
  const asSeen = (task: Task) => ({ ...on(task), body: { version: task.version } })
  const judge = async (task: Task, step: Parameters<typeof judgeTask>[1]) => {
    // Other failures were already reported.
    const answer = await judgeTask<unknown>(task, step).catch(() => undefined)
    if (answer === null) await refreshEntities('task')
  }
  const removeSeen = (task: Task) =>
    void judge(task, {
      right: 'delete',
      submitLabel: t('remove'),
      send: (seen) => remove.mutateAsync(asSeen(seen)),
    })
  return {
    isBusy: [approve, cancel].some(({ isPending }) => isPending),
    start: (task: Task) => work('tasks.start', task),
    pause: (task: Task) => work('tasks.pause', task),
    approve: (task: Task) =>
      void judge(task, {
        right: 'approve',
        submitLabel: t('approve'),
        send: (seen) => approve.mutateAsync(asSeen(seen)),
      }),
    /**
     * Asks how many pieces are done unless all of them were counted, or there is one, and why if they are more
     * than were scanned.
     */
    finish: (task: Task, counted = task.quantity_done) => {
      const send = (answer: Finish) => void finish(task, answer)
      const isWhole = counted === task.quantity || task.quantity === 1
      if (isWhole && !isBeyondScans(task, task.quantity)) send({ quantity_done: task.quantity })
      else openFinishDialog(task, { counted, chosen: isWhole ? task.quantity : null }, send)
    },
    cancel: async (task: Task) => {
      const isSure = await confirm({
        title: t('cancelTitle', { id: String(task.id) }),
        text: t('cancelText', { title: task.title }),
        confirmLabel: t('cancel'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (!isSure) return
      await judge(task, {
        right: 'cancel',
        submitLabel: t('cancel'),
        send: (seen) => cancel.mutateAsync(asSeen(seen)),
      })
    },
    remove: async (task: Task) => {
      if (task.status === 'done' && task.user) return openRemoval(task, task.user.full_name)
      const isSure = await confirm({
        title: t('removeTitle', { id: String(task.id) }),
        text: t('removeText', { title: task.title }),
        confirmLabel: t('remove'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (isSure) removeSeen(task)
    },
    return: (task: Task) => openReturnDialog(task, t('returnTitle', { id: String(task.id) })),
  }

  function openRemoval(task: Task, assignee: string) {
    const title = t('removeTitle', { id: String(task.id) })
    openDialog(title, (close) => (
      <TaskRemoval task={task} assignee={assignee} close={close} remove={() => removeSeen(task)} />
    ))
  }

  function openFinishDialog(task: Task, counts: FinishCounts, send: (answer: Finish) => void) {
    const question = (close: () => void) => {
      const choose = (answer: Finish | null) => {
        close()
        if (answer !== null) send(answer)
      }
      return <FinishDialog task={task} {...counts} choose={choose} />
    }
    // Wide enough for three buttons in one line.
    openDialog(t('finishTitle'), question, { size: 'md' })
  }
}

export type TaskSteps = ReturnType<typeof useTaskSteps>

function openReturnDialog(task: Task, title: string) {
  openDialog(title, (close) => <ReturnDialog task={task} close={close} />, {
    waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
  })
}
