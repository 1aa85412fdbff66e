import type { Shift } from '@artel/contract/hours'
import { useTranslations } from 'use-intl'
import { ApiFailure, type Failure } from '../../../api/failure.ts'
import { useAction, useCall } from '../../../api/query.ts'
import { refreshAfter } from '../../../api/refresh.ts'
import { useUser } from '../../../api/session.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { useFormat } from '../../../ui/format-context.tsx'
import { notify } from '../../../ui/notify.ts'

/** Clocks in and out. If another device was first, a notice says the present state. */
export function useShiftPresses() {
  const t = useTranslations('shifts')
  const format = useFormat()
  const running = useRunningTask()
  const failed = (late: string) => (failure: Failure) => {
    const isLate = failure instanceof ApiFailure && failure.code === 'wrong_state'
    if (isLate) void refreshAfter('hours.stop')
    const text = failure instanceof ApiFailure ? failure.message : t('notSent')
    notify(isLate ? { text: late, tone: 'warn' } : { text, tone: 'bad' })
  }
  const start = useAction('hours.start', {
    onSuccess: () => notify({ text: t('started'), tone: 'ok' }),
    onFailure: failed(t('startedAlready')),
  })
  const stop = useAction('hours.stop', {
    onSuccess: ({ shift }: { shift: Shift }) =>
      notify({ text: t('stopped', { duration: format.hours(shift.worked_seconds) }), tone: 'ok' }),
    onFailure: failed(t('stoppedAlready')),
  })
  return {
    isBusy: start.isPending || stop.isPending,
    start: () => start.mutate({}),
    /** Stops with one press. If a task runs, it asks first, because the task is then paused. */
    stop: async () => {
      const isSure =
        !running ||
        (await confirm({
          title: t('stopTitle'),
          text: t('stopText', { title: running.title }),
          confirmLabel: t('stopLong'),
          cancelLabel: t('keepOn'),
        }))
      if (isSure) stop.mutate({})
    },
  }
}

function useRunningTask() {
  const { id } = useUser()
  const { data } = useCall('tasks.list', {
    query: { limit: 1 },
    body: { user_id: id, status: 'in_progress' },
  })
  return data?.tasks[0]
}
