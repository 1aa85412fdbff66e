import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { useWaitingSteps } from '../../api/steps/shown-steps.ts'
import { forgetDrafts } from '../../forms/drafts/forget-drafts.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { loginPath } from '../routes/route-table.ts'
import { leavePerson } from './leave.ts'

/** Signs out and opens the login page. Asks first while something waits on this device. */
export function useLogout(): () => Promise<void> {
  const t = useTranslations('frame')
  const steps = useTranslations('steps')
  const { waiting } = useWaitingSteps()
  const { mutate } = useAction('auth.logout', {
    onSuccess: () => {
      forgetDrafts()
      leavePerson(loginPath)
    },
    onFailure: () => notify({ text: t('logoutFailed'), tone: 'bad' }),
  })
  const mayLeave = (count: number) =>
    confirm({
      title: steps('leaveTitle'),
      text: steps('leaveText', { count }),
      confirmLabel: steps('leave'),
      cancelLabel: steps('stay'),
    })
  return async () => {
    if (waiting.length === 0 || (await mayLeave(waiting.length))) mutate({})
  }
}
