import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import classes from './devices.module.css'
import type { useThisDevice } from './use-this-device.ts'

type ThisDeviceProps = Pick<ReturnType<typeof useThisDevice>, 'stand' | 'isBusy' | 'turnOn' | 'turnOff'>

/** Whether this browser gets pushes, and what to do if it does not. */
export function ThisDevice({ stand, isBusy, turnOn, turnOff }: ThisDeviceProps) {
  const t = useTranslations('devices')
  switch (stand) {
    case null:
      return <SkeletonRows rows={1} height={64} cells={[{ kind: 'text' }]} />
    case 'on':
      return (
        <Stand icon={<IconBellRinging size={20} stroke={1.6} />} title={t('on')} isOn>
          <Button variant="default" loading={isBusy} onClick={turnOff}>
            {t('switchOff')}
          </Button>
        </Stand>
      )
    case 'off':
      return (
        <Stand icon={<IconBellOff size={20} stroke={1.6} />} title={t('off')}>
          <Button loading={isBusy} onClick={turnOn}>
            {t('switchOn')}
          </Button>
        </Stand>
      )
    case 'ios':
      return (
        <Stand icon={<IconDeviceMobile size={20} stroke={1.6} />} title={t('ios')}>
          <ol className={classes.steps}>
            <li>{t('iosStep1')}</li>
            <li>{t('iosStep2')}</li>
            <li>{t('iosStep3')}</li>
          </ol>
        </Stand>
      )
    case 'insecure':
      return <Stand icon={<IconBellOff size={20} stroke={1.6} />} title={t('insecure')} />
    case 'denied':
    case 'unsupported':
      return (
        <Stand icon={<IconBellOff size={20} stroke={1.6} />} title={t(stand)}>
          <p className={classes.hint}>{t(`${stand}Text`)}</p>
        </Stand>
      )
  }
}

type StandProps = { icon: ReactNode; title: string; isOn?: boolean; children?: ReactNode }

function Stand({ icon, title, isOn = false, children }: StandProps) {
  const t = useTranslations('devices')
  return (
    <section className={classes.stand} aria-label={t('here')} {...(isOn && { 'data-on': true })}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.standTitle}>{title}</p>
      {children && <div className={classes.standBody}>{children}</div>}
    </section>
  )
}
