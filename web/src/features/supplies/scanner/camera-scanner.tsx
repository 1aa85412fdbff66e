import { CloseButton } from '@mantine/core'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './camera-scanner.module.css'
import { useCamera } from './use-camera.ts'

type CameraScannerProps = { onScan: (code: string) => void; onClose: () => void }

const words = { denied: 'cameraDenied', none: 'cameraNone', failed: 'cameraFailed' } as const

/** The camera as a scanner. It is above the buttons, so that the count stays visible. */
export function CameraScanner({ onScan, onClose }: CameraScannerProps) {
  const t = useTranslations('packing')
  const video = useRef<HTMLVideoElement>(null)
  const state = useCamera(video, onScan)
  const isBroken = state === 'denied' || state === 'none' || state === 'failed'
  return (
    <section className={classes.camera} aria-label={t('camera')}>
      <div className={classes.head}>
        <b>{t('cameraTitle')}</b>
        <CloseButton size="lg" aria-label={t('cameraOff')} onClick={onClose} />
      </div>
      {isBroken ? (
        <p className={classes.problem} role="alert">
          {t(words[state])}
        </p>
      ) : (
        <>
          <video ref={video} className={classes.picture} playsInline muted />
          <p className={classes.hint}>{t('cameraHint')}</p>
        </>
      )}
    </section>
  )
}
