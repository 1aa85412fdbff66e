import { useTranslations } from 'use-intl'
import { ApiFailure, type Failure } from '../../../api/send/failure.ts'
import { notify } from '../../../ui/notices/notify.ts'

/** Notifies why a step failed. */
export function useUserFailure(): (failure: Failure) => void {
  const t = useTranslations('users')
  return (failure) =>
    notify({ text: failure instanceof ApiFailure ? failure.message : t('stepFailed'), tone: 'bad' })
}
