import type { MoySkladUserTie } from '@artel/contract/moysklad'
import { useTranslations } from 'use-intl'
import { fieldErrorsOf } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { useStepFailure } from './use-connection-steps.tsx'

/** Ties a person to an employee and takes it back. */
export function useTie(userId: number, { version, tied_to }: MoySkladUserTie) {
  const t = useTranslations('moySklad')
  const stepFailed = useStepFailure()
  const { mutate, isPending } = useAction('moySkladItems.tieUser', {
    refreshes: ['moySkladItems.user', 'moySkladItems.list', 'users.get'],
    onFailure: (failure) => {
      const [wrong] = Object.values(fieldErrorsOf(failure)).flat()
      if (wrong === undefined) stepFailed(failure)
      else notify({ text: wrong, tone: 'bad' })
    },
  })
  const params = { id: userId }
  return {
    isBusy: isPending,
    tie: (moy_sklad_id: string, name: string) =>
      mutate(
        { params, body: { moy_sklad_id, version } },
        { onSuccess: () => notify({ text: t('userTiedNotice', { name }), tone: 'ok' }) },
      ),
    untie: () => {
      const before = tied_to?.moy_sklad_id ?? null
      const undo = { label: t('undo'), onClick: () => mutate({ params, body: { moy_sklad_id: before } }) }
      mutate(
        { params, body: { moy_sklad_id: null, version } },
        { onSuccess: () => notify({ text: t('userUntied'), tone: 'ok', action: undo }) },
      )
    },
  }
}
