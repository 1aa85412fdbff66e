import type { UserType } from '@artel/contract/access'
import { optionalKinds } from '@artel/contract/notifications.line'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session.ts'
import { useSettingsUpdate } from '../../api/settings.ts'
import { notify } from '../../ui/notify.ts'
import classes from './notification-list.module.css'

// Staff give no tasks and approve no hours; when the day ends, and what they are to read, only they are told. Owners
// answer for the money.
type Kind = (typeof optionalKinds)[number]

const neverTold: Record<UserType, readonly Kind[]> = {
  staff: ['task_review', 'shift_proposed', 'order_created', 'ledger_fault', 'stats_fault'],
  admin: ['instruction_to_read', 'workday_end', 'ledger_fault', 'stats_fault'],
  owner: ['instruction_to_read', 'workday_end'],
}

/** What this person wants to be told of. */
export function NotificationSettings() {
  const t = useTranslations('notifications')
  const { settings, type } = useUser()
  const { mutate } = useSettingsUpdate()
  const kinds = optionalKinds.filter((kind) => !neverTold[type].includes(kind))
  // Moves at once, and back where it could not be saved.
  const [chosen, setChosen] = useState(settings.notifications ?? {})
  const change = (kind: Kind, isOn: boolean) => {
    setChosen((present) => ({ ...present, [kind]: isOn }))
    mutate(
      { body: { parent: 'user', settings: { notifications: { [kind]: isOn } } } },
      {
        onError: () => {
          setChosen((present) => ({ ...present, [kind]: !isOn }))
          notify({ text: t('settingsNotSaved'), tone: 'bad' })
        },
      },
    )
  }
  return (
    <div className={classes.settings}>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t(`kind_${kind}`)}
          checked={chosen[kind] ?? true}
          onChange={(event) => change(kind, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}
