import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import classes from './offline-line.module.css'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

export function OfflineLine() {
  const t = useTranslations('frame')
  const online = useSyncExternalStore(subscribe, isOnline)
  return <div role="status">{!online && <p className={classes.line}>{t('offline')}</p>}</div>
}
