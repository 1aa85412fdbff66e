import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session.ts'
import { DeviceList } from './device-list.tsx'
import classes from './devices.module.css'
import { PushKinds } from './push-kinds.tsx'
import { ThisDevice } from './this-device.tsx'
import { useThisDevice } from './use-this-device.ts'

/** The push settings in the profile: this browser, all other browsers, and the kinds of pushes. */
export function DeviceSettings() {
  const t = useTranslations('devices')
  const { id } = useUser()
  const device = useThisDevice(id)
  return (
    <div className={classes.settings}>
      <p className={classes.hint}>{t('hint')}</p>
      <ThisDevice {...device} />
      <DeviceList currentId={device.id} onRemoved={device.refresh} />
      <PushKinds />
    </div>
  )
}
