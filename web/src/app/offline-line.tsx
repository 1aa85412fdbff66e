import { Suspense, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { isConnectionLost, onConnection } from '../api/connection.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import classes from './offline-line.module.css'

const OfflineAge = lazyPart(async () => (await import('./offline-age.tsx')).OfflineAge)

export function OfflineLine() {
  const t = useTranslations('frame')
  const isLost = useSyncExternalStore(onConnection, isConnectionLost)
  return (
    <div role="status">
      {isLost && (
        <p className={classes.line}>
          <Suspense fallback={t('offline')}>
            <OfflineAge />
          </Suspense>
        </p>
      )}
    </div>
  )
}
