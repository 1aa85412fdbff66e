import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { decideOnStep } from '../../../api/steps/steps.ts'
import type { WaitingStep } from '../../../api/steps/waiting-step.ts'
import { WaitingPhotos } from './photo-tiles.tsx'
import talk from './task-talk.module.css'
import classes from './waiting-media.module.css'

type WaitingMediaProps = {
  steps: readonly WaitingStep[]
  /** The last attempt met no server. */
  isLost: boolean
}

/** Photos of a task that are kept on this device: on their way, or refused with the reason and what can be done. */
export function WaitingMedia({ steps, isLost }: WaitingMediaProps) {
  const t = useTranslations('tasks')
  if (steps.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('mediaWaiting')}>
      {steps.map((step) => (
        <WaitingPhoto key={step.id} step={step} isLost={isLost} />
      ))}
    </ul>
  )
}

function WaitingPhoto({ step, isLost }: { step: WaitingStep; isLost: boolean }) {
  const t = useTranslations('tasks')
  const { id, refusal, photos = [] } = step
  return (
    <li className={classes.photo}>
      <WaitingPhotos step={step} isFixed />
      <div className={classes.words}>
        <span className={classes.name} title={photos[0]?.name}>
          {photos[0]?.name}
        </span>
        {refusal ? (
          <>
            <p className={talk.refusal} role="alert">
              {refusal.code === 'photo_lost' ? t('mediaLost') : refusal.message}
            </p>
            <span className={talk.ways}>
              <Button variant="default" onClick={() => void decideOnStep('resend', id)}>
                {t('mediaResend')}
              </Button>
              <Button variant="subtle" color="gray" onClick={() => void decideOnStep('acknowledge', id)}>
                {t('mediaDiscard')}
              </Button>
            </span>
          </>
        ) : (
          <p className={talk.state}>{t(isLost ? 'mediaWaits' : 'mediaSending')}</p>
        )}
      </div>
    </li>
  )
}
