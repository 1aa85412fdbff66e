import { useTranslations } from 'use-intl'
import { useAction } from '../api/query.ts'
import { notify } from '../ui/notify.ts'
import { loginPath } from './route-table.ts'

/** Signs out and leaves with a full load, so that nothing of this person stays in memory. */
export function useLogout(): () => void {
  const t = useTranslations('frame')
  const { mutate } = useAction('auth.logout', {
    onSuccess: () => location.assign(loginPath),
    onFailure: () => notify({ text: t('logoutFailed'), tone: 'bad' }),
  })
  return () => mutate({})
}
