import { useTranslations } from 'use-intl'
import { useAction } from '../api/query.ts'
import { notify } from '../ui/notify.ts'
import { leavePerson } from './leave.ts'
import { loginPath } from './route-table.ts'

/** Signs out and opens the login page. */
export function useLogout(): () => void {
  const t = useTranslations('frame')
  const { mutate } = useAction('auth.logout', {
    onSuccess: () => leavePerson(loginPath),
    onFailure: () => notify({ text: t('logoutFailed'), tone: 'bad' }),
  })
  return () => mutate({})
}
