import type { Localization } from '@artel/contract/texts/localizations'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure, type Failure, fieldErrorsOf } from '../../api/send/failure.ts'
import { useUser } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { announceTexts } from '../../api/session/texts.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notices/notify.ts'

/** Notifies why a step was refused. */
export function useTextFailure() {
  const t = useTranslations('localizations')
  return (failure: Failure) => {
    const [first] = Object.values(fieldErrorsOf(failure))
    const said = first?.[0] ?? (failure instanceof ApiFailure ? failure.message : t('stepFailed'))
    notify({ text: said, tone: 'bad' })
  }
}

/** The actions on texts other than editing. */
export function useTextSteps() {
  const t = useTranslations('localizations')
  const onFailure = useTextFailure()
  const user = useUser()
  const settings = useSettingsUpdate()
  const discarding = useAction('localizations.discard', {
    onFailure,
    onSuccess: ({ discarded }) => notify({ text: t('discarded', { count: discarded }), tone: 'ok' }),
  })
  const removing = useAction('localizations.remove', { onFailure })

  const discard = async (count: number) => {
    const isSure = await confirm({
      title: t('discardTitle', { count }),
      text: t('discardText'),
      confirmLabel: t('discard'),
      cancelLabel: t('keep'),
      tone: 'destructive',
    })
    if (isSure) discarding.mutate({ body: {} })
  }

  const remove = async ({ id, key, default: given }: Localization, onDone: () => void) => {
    const isReset = given !== null
    const isSure = await confirm({
      title: t(isReset ? 'resetTitle' : 'removeTitle', { key }),
      text: t(isReset ? 'resetText' : 'removeText'),
      confirmLabel: t(isReset ? 'resetConfirm' : 'remove'),
      cancelLabel: t('keep'),
      tone: 'destructive',
    })
    if (!isSure) return
    removing.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          notify({ text: t(isReset ? 'wasReset' : 'removed', { key }), tone: 'ok' })
          if (!isReset) onDone()
        },
      },
    )
  }

  const preview = (isOn: boolean) =>
    settings.mutate(
      { body: { parent: 'user', settings: { preview_texts: isOn } } },
      { onSuccess: () => announceTexts('published', isOn), onError: onFailure },
    )

  return { discard, remove, preview, isPreview: user.settings.preview_texts === true }
}
