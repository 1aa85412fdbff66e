import type { Task } from '@artel/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { DialogButtons, DialogText, TakingButtons } from '../../ui/dialog/dialog-parts.tsx'
import { useWorthWords } from '../../ui/page/use-worth-words.ts'
import { useTaskCredit } from './page/use-task-credit.ts'

type TaskRemovalProps = { task: Task; assignee: string; close: () => void; remove: () => void }

/** Asks before a done task is deleted with its credit. If its coins are already spent, says so instead. */
export function TaskRemoval({ task, assignee, close, remove }: TaskRemovalProps) {
  const t = useTranslations('tasks')
  const words = useWorthWords()
  const credit = useTaskCredit(task)
  const spent = useSpentCoins(task, credit?.coins ?? 0)
  if (spent) return <Spent {...spent} task={task} assignee={assignee} close={close} />
  const worth = credit ? words(credit) : null
  const taken =
    worth === null
      ? t('removeDoneUnknown', { name: assignee })
      : worth === ''
        ? t('removeDoneNothing', { name: assignee })
        : t('removeDone', { name: assignee, worth })
  return (
    <>
      <DialogText>{t('removeText', { title: task.title })}</DialogText>
      <DialogText>{taken}</DialogText>
      <TakingButtons
        keepLabel={t('keep')}
        onKeep={close}
        takeLabel={t('remove')}
        onTake={() => {
          close()
          remove()
        }}
        isBusy={false}
      />
    </>
  )
}

type SpentCoins = { brought: number; left: number }

/** null while the balance of the person covers the coins that the task brought. */
function useSpentCoins({ user_id }: Task, brought: number): SpentCoins | null {
  const { data } = useCall('users.get', { params: { id: user_id ?? 0 } }, { enabled: user_id !== null })
  const left = data?.user.coins ?? brought
  return left < brought ? { brought, left } : null
}

type SpentProps = SpentCoins & { task: Task; assignee: string; close: () => void }

function Spent({ brought, left, task, assignee, close }: SpentProps) {
  const t = useTranslations('tasks')
  const ui = useTranslations('ui')
  const navigate = useNavigate()
  const toCoins = () => {
    close()
    void navigate({ to: '/user/$id/coins', params: { id: String(task.user_id) } })
  }
  return (
    <>
      <DialogText>
        {t('removeSpent', { name: assignee, brought: ui('coins', { count: brought }), left })}
      </DialogText>
      <DialogText>{t('removeSpentAdvice', { missing: brought - left })}</DialogText>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('keep')}
        </Button>
        <Button data-autofocus onClick={toCoins}>
          {t('toCoins')}
        </Button>
      </DialogButtons>
    </>
  )
}
