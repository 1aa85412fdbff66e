import { IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import type { Command } from '../../api/send/command.ts'
import { useUser } from '../../api/session/session.ts'
import { useTaskDialogs } from './form/use-task-dialogs.tsx'
import { useTaskSteps } from './use-task-steps.tsx'

/** Task commands of the palette: create a task, and pause or start one's own work. */
export function useTaskCommands(): Command[] {
  const t = useTranslations('tasks')
  const { type } = useUser()
  const { create } = useTaskDialogs()
  const work = useWorkCommand()
  const isAdmin = type !== 'staff'
  return [
    ...(work ? [work] : []),
    ...(isAdmin ? [{ key: 'task.create', title: t('create'), icon: IconPlus, run: create }] : []),
  ]
}

function useWorkCommand(): Command | null {
  const t = useTranslations('tasks')
  const { id } = useUser()
  const steps = useTaskSteps()
  const running = useCall('tasks.list', {
    query: { limit: 1 },
    body: { user_id: id, status: 'in_progress' },
  })
  const waiting = useCall('tasks.list', {
    query: { limit: 1, sort_by: 'due_at', direction: 'asc' },
    body: { user_id: id, status: ['open', 'paused'] },
  })
  const [now] = running.data?.tasks ?? []
  const [next] = waiting.data?.tasks ?? []
  if (now) {
    const title = t('pauseNamed', { title: now.title })
    return { key: 'task.pause', title, icon: IconPlayerPause, run: () => steps.pause(now) }
  }
  if (!next || !running.data) return null
  const title = t(next.status === 'paused' ? 'resumeNamed' : 'startNamed', { title: next.title })
  return { key: 'task.start', title, icon: IconPlayerPlay, run: () => steps.start(next) }
}
