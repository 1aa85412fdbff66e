import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { isConnectionLost, onConnection } from '../../api/send/connection.ts'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import classes from './offline-line.module.css'

const OfflineAge = lazyPart(async () => (await import('./offline-age.tsx')).OfflineAge)

export function OfflineLine() {
  const t = useTranslations('frame')
  const isLost = useSyncExternalStore(onConnection, isConnectionLost)
  return (
    <div role="status">
      {isLost && (
        <p className={classes.line}>
          <LazyBoundary fallback={t('offline')}>
            <OfflineAge />
          </LazyBoundary>
        </p>
      )}
    </div>
  )
}
