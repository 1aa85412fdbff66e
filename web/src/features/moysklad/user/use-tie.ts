import type { MoySkladUserTie } from '@artel/contract/moysklad/moysklad.items'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { fieldErrorsOf } from '../../../api/send/failure.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { useStepFailure } from '../connect/use-connection-steps.tsx'

/** Links a person to an employee, and unlinks. */
export function useTie(userId: number, { version, tied_to }: MoySkladUserTie) {
  const t = useTranslations('moySklad')
  const stepFailed = useStepFailure()
  const { mutate, isPending } = useAction('moySkladItems.tieUser', {
    // Notify here and not in the component, because a live update may unmount it before the response.
    onSuccess: (_answer, { body }) => {
      if (body.moy_sklad_id !== null)
        return notify({ text: t('userTiedNotice', { name: named.current }), tone: 'ok' })
      const before = tied_to?.moy_sklad_id ?? null
      const undo = { label: t('undo'), onClick: () => mutate({ params, body: { moy_sklad_id: before } }) }
      notify({ text: t('userUntied'), tone: 'ok', action: undo })
    },
    onFailure: (failure) => {
      const [wrong] = Object.values(fieldErrorsOf(failure)).flat()
      if (wrong === undefined) stepFailed(failure)
      else notify({ text: wrong, tone: 'bad' })
    },
  })
  // The employee's name in the request that is in flight.
  const named = useRef(tied_to?.name ?? '')
  const params = { id: userId }
  return {
    isBusy: isPending,
    tie: (moy_sklad_id: string, name: string) => {
      named.current = name
      mutate({ params, body: { moy_sklad_id, version } })
    },
    untie: () => mutate({ params, body: { moy_sklad_id: null, version } }),
  }
}
