import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { notify } from '../../ui/notices/notify.ts'
import classes from './devices.module.css'
import { isPushed, type PushKind, pushKindsOf } from './kinds-of-pushes.ts'

type Choice = PushKind | 'off_shift'

/** Which kinds of notifications are also pushed to this person's devices. */
export function PushKinds() {
  const t = useTranslations('devices')
  const bell = useTranslations('notifications')
  const { settings, type } = useUser()
  const { mutate } = useSettingsUpdate()
  // Changes at once, and changes back if saving fails.
  const [chosen, setChosen] = useState(settings.pushes ?? {})
  const change = (choice: Choice, isOn: boolean) => {
    setChosen((present) => ({ ...present, [choice]: isOn }))
    mutate(
      { body: { parent: 'user', settings: { pushes: { [choice]: isOn } } } },
      {
        onError: () => {
          setChosen((present) => ({ ...present, [choice]: !isOn }))
          notify({ text: bell('settingsNotSaved'), tone: 'bad' })
        },
      },
    )
  }
  return (
    <section aria-label={t('kinds')}>
      <h3 className={classes.heading}>{t('kinds')}</h3>
      <div className={classes.switches}>
        {pushKindsOf(type).map((kind) => (
          <Switch
            key={kind}
            label={kind === 'push' ? t('kind_push') : bell(`kind_${kind}`)}
            // A kind that is off in the bell cannot be pushed.
            disabled={kind !== 'push' && settings.notifications?.[kind] === false}
            checked={isPushed(kind, { ...settings, pushes: chosen })}
            onChange={({ currentTarget }) => change(kind, currentTarget.checked)}
          />
        ))}
        <Switch
          label={t('off_shift')}
          description={t('offShiftHint')}
          checked={chosen.off_shift ?? false}
          onChange={({ currentTarget }) => change('off_shift', currentTarget.checked)}
        />
      </div>
    </section>
  )
}
