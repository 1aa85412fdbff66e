import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { notify } from '../../ui/notices/notify.ts'

/** Whether colleagues see this person in the team ranking. Saved on each change. */
export function BoardSwitch() {
  const t = useTranslations('profile')
  const { settings } = useUser()
  const { mutate } = useSettingsUpdate()
  // Changes at once, and changes back if saving fails.
  const [isHidden, setIsHidden] = useState(settings.hide_from_boards ?? false)
  const change = (hide_from_boards: boolean) => {
    setIsHidden(hide_from_boards)
    mutate(
      { body: { parent: 'user', settings: { hide_from_boards } } },
      {
        onError: () => {
          setIsHidden(!hide_from_boards)
          notify({ text: t('boardNotSaved'), tone: 'bad' })
        },
      },
    )
  }
  return (
    <Switch
      label={t('boardHide')}
      description={t('boardHideHint')}
      checked={isHidden}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
