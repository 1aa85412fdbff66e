import type { MoySkladStatus } from '@artel/contract/moysklad/moysklad'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { ApiFailure, type Failure } from '../../../api/send/failure.ts'
import { askPassword } from '../../../forms/save/ask-password.tsx'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { TokenForm } from './token-form.tsx'

/** Notifies that a step failed, with the server's message if there is one. */
export function useStepFailure(): (failure: Failure) => void {
  const t = useTranslations('moySklad')
  return (failure) =>
    notify({
      text: failure instanceof ApiFailure && failure.message !== '' ? failure.message : t('stepFailed'),
      tone: 'bad',
    })
}

/** Asks for the password, then for the token. `present`: the connection whose token is replaced. */
export function useConnect(present: MoySkladStatus | null) {
  const t = useTranslations('moySklad')
  const title = t(present ? 'newTokenTitle' : 'connect')
  return async () => {
    const isSure = await askPassword({
      title,
      text: t('connectPassword'),
      confirmLabel: t('next'),
      cancelLabel: t('cancel'),
    })
    if (!isSure) return
    openDialog(title, (close) => <TokenForm isNew={present === null} close={close} />, { isForm: true })
  }
}

/** The owner's actions on the exchange as a whole. */
export function useConnectionSteps() {
  const t = useTranslations('moySklad')
  const onFailure = useStepFailure()
  const say = (text: string) => () => notify({ text, tone: 'ok' })
  const sync = useAction('moySklad.sync', { onFailure })
  const stop = useAction('moySklad.stop', { onFailure, onSuccess: say(t('stopped')) })
  const retry = useAction('moySkladItems.retry', { onFailure, onSuccess: say(t('retried')) })
  const remove = useAction('moySklad.disconnect', { onFailure, onSuccess: say(t('disconnected')) })
  return {
    isBusy: sync.isPending || stop.isPending || retry.isPending || remove.isPending,
    sync: () => sync.mutate({ body: {} }, { onSuccess: say(t('syncStarted')) }),
    goOn: () => sync.mutate({ body: {} }),
    full: async () => {
      const isSure = await confirm({
        title: t('fullTitle'),
        text: t('fullText'),
        confirmLabel: t('fullConfirm'),
        cancelLabel: t('notYet'),
      })
      if (isSure) sync.mutate({ body: { full: true } }, { onSuccess: say(t('syncStarted')) })
    },
    stop: () => stop.mutate({}),
    retry: (ids?: number[]) => retry.mutate({ body: ids ? { ids } : {} }),
    disconnect: async () => {
      const isSure = await confirm({
        title: t('disconnectTitle'),
        text: t('disconnectText'),
        confirmLabel: t('disconnect'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (isSure) remove.mutate({})
    },
  }
}
