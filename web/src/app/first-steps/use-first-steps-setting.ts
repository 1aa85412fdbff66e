import type { WholeUserSettings } from '@artel/contract/users/users'
import { useTranslations } from 'use-intl'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { notify } from '../../ui/notices/notify.ts'

type Setting = WholeUserSettings['first_steps']

/** How the first steps are shown to this person, on all their devices. */
export function useFirstStepsSetting(): { save: (setting: Setting) => void; hide: () => void } {
  const t = useTranslations('firstSteps')
  // Not with callbacks of `mutate`, because those are dropped when the steps disappear.
  const { mutateAsync } = useSettingsUpdate()
  const fail = () => notify({ text: t('notSaved'), tone: 'bad' })
  const send = (first_steps: Setting) => mutateAsync({ body: { parent: 'user', settings: { first_steps } } })
  const save = (setting: Setting) => void send(setting).catch(fail)
  const action = { label: t('hideUndo'), onClick: () => save('open') }
  const tell = () => notify({ text: t('hidden'), tone: 'ok', action })
  return { save, hide: () => void send('away').then(tell, fail) }
}
