import type { UserType } from '@artel/contract/access'
import { optionalKinds } from '@artel/contract/notifications/notifications.line'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { notify } from '../../ui/notices/notify.ts'
import classes from './notification-list.module.css'

// Kinds that a type never receives. Staff assign no tasks, approve no hours and change no plans. Only staff are told about the
// end of the day and about instructions to read. Only owners are told about ledger and stats faults.
type Kind = (typeof optionalKinds)[number]

const neverTold: Record<UserType, readonly Kind[]> = {
  staff: ['task_review', 'shift_proposed', 'room_asked', 'order_created', 'ledger_fault', 'stats_fault'],
  admin: ['instruction_to_read', 'workday_end', 'ledger_fault', 'stats_fault'],
  owner: ['instruction_to_read', 'workday_end'],
}

/** The kinds of notifications that this person receives. */
export function NotificationSettings() {
  const t = useTranslations('notifications')
  const { settings, type } = useUser()
  const { mutate } = useSettingsUpdate()
  const kinds = optionalKinds.filter((kind) => !neverTold[type].includes(kind))
  // Changes at once, and changes back if saving fails.
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
