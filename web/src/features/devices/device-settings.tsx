import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { DeviceList } from './device-list.tsx'
import classes from './devices.module.css'
import { isPushed, pushKindsOf } from './kinds-of-pushes.ts'
import { PushKinds } from './push-kinds.tsx'
import { standOf } from './push-stand.ts'
import { ThisDevice } from './this-device.tsx'
import { useThisDevice } from './use-this-device.ts'

/** The push settings in the profile: this browser, all other browsers, and the kinds of pushes. */
export function DeviceSettings() {
  const t = useTranslations('devices')
  const { id, settings, type } = useUser()
  const device = useThisDevice(id)
  const { facts, id: deviceId } = device
  const hasKinds = pushKindsOf(type).some((kind) => isPushed(kind, settings))
  return (
    <div className={classes.settings}>
      <p className={classes.hint}>{t('hint')}</p>
      {facts ? (
        <ThisDevice {...device} stand={standOf({ ...facts, deviceId, hasKinds })} />
      ) : (
        <SkeletonRows rows={1} height={64} cells={[{ kind: 'text' }]} />
      )}
      <DeviceList currentId={deviceId ?? null} onRemoved={device.refresh} />
      <PushKinds />
    </div>
  )
}
