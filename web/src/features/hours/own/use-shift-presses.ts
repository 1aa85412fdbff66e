import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useCompany, useUser } from '../../../api/session/session.ts'
import { addStep } from '../../../api/steps/steps.ts'
import { serverNow } from '../../../ui/dates/server-clock.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { readShiftClock } from './shift-clock.ts'
import { useOwnShift } from './use-own-shift.ts'
import { shiftSubject } from './waiting-shift.ts'

/** Clocks in and out, with or without a connection. */
export function useShiftPresses() {
  const t = useTranslations('shifts')
  const format = useFormat()
  const company = useCompany()
  const shift = useOwnShift()
  const running = useRunningTask()
  const press = (call: 'hours.start' | 'hours.stop') =>
    void addStep({ call, params: {}, body: {}, subject: shiftSubject, title: '', seen: null })
  return {
    start: () => {
      press('hours.start')
      notify({ text: t('started'), tone: 'ok' })
    },
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
      if (!isSure) return
      press('hours.stop')
      const worked = shift ? readShiftClock(company, shift, serverNow()).worked : 0
      notify({ text: t('stopped', { duration: format.hours(worked) }), tone: 'ok' })
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
