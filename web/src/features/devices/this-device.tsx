import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './devices.module.css'
import type { PushStand } from './push-stand.ts'
import type { useThisDevice } from './use-this-device.ts'

type ThisDeviceProps = Pick<ReturnType<typeof useThisDevice>, 'isBusy' | 'turnOn' | 'turnOff'> & {
  stand: PushStand
}

const icon = { size: 20, stroke: 1.6 } as const

/** Whether this browser gets pushes, and the one next step if it does not. */
export function ThisDevice({ stand, isBusy, turnOn, turnOff }: ThisDeviceProps) {
  const t = useTranslations('devices')
  const off = <IconBellOff {...icon} />
  const turn = (label: 'switchOn' | 'check') => (
    <Button loading={isBusy} onClick={turnOn}>
      {t(label)}
    </Button>
  )
  const turnedOff = (
    <Button variant="default" loading={isBusy} onClick={turnOff}>
      {t('switchOff')}
    </Button>
  )
  switch (stand) {
    case 'on':
      return (
        <Stand icon={<IconBellRinging {...icon} />} title={t('on')} isOn>
          {turnedOff}
        </Stand>
      )
    case 'muted':
      return (
        <Stand icon={off} title={t('muted')}>
          <p className={classes.hint}>{t('mutedText')}</p>
        </Stand>
      )
    case 'unsure':
      return (
        <Stand icon={off} title={t('unsure')}>
          {turn('check')}
        </Stand>
      )
    case 'off':
      return (
        <Stand icon={off} title={t('off')}>
          {turn('switchOn')}
        </Stand>
      )
    case 'ask':
      return (
        <Stand icon={off} title={t('off')}>
          <p className={classes.hint}>{t('askText')}</p>
          {turn('switchOn')}
        </Stand>
      )
    case 'ios':
      return (
        <Stand icon={<IconDeviceMobile {...icon} />} title={t('ios')}>
          <ol className={classes.steps}>
            <li>{t('iosStep1')}</li>
            <li>{t('iosStep2')}</li>
            <li>{t('iosStep3')}</li>
          </ol>
        </Stand>
      )
    case 'denied':
    case 'deniedSafari':
    case 'deniedApp':
    case 'deniedIos':
      return (
        <Stand icon={off} title={t('denied')}>
          <p className={classes.hint}>{t(`${stand}Text`)}</p>
        </Stand>
      )
    case 'insecure':
    case 'iosOld':
    case 'unsupported':
      return (
        <Stand icon={off} title={t(stand)}>
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
