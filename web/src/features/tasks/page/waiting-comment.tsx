import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { decideOnStep } from '../../../api/steps/steps.ts'
import type { StepRefusal, WaitingStep } from '../../../api/steps/waiting-step.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { serverNow } from '../../../ui/dates/server-clock.ts'
import { PersonLink } from '../../users/users.tsx'
import { WaitingPhotos } from './photo-tiles.tsx'
import classes from './task-talk.module.css'

type WaitingCommentProps = {
  step: WaitingStep
  /** The last attempt met no server. */
  isLost: boolean
  /** An earlier comment on the task was refused. */
  isBlocked: boolean
}

/** A comment that is kept on this device: on its way, or refused with the reason and what can be done. */
export function WaitingComment({ step, isLost, isBlocked }: WaitingCommentProps) {
  const t = useTranslations('tasks')
  const user = useUser()
  const { id, body, made_at, refusal, photos = [], answered_version } = step
  const uploaded = photos.filter(({ media_id }) => media_id !== undefined).length
  const isSent = answered_version !== undefined
  const at = new Date(made_at + serverNow() - Date.now()).toISOString()
  return (
    <li className={classes.comment}>
      <span className={classes.who}>
        <PersonLink person={user} size={28} />
        <DateText value={at} withTime tone="quiet" />
      </span>
      <p className={classes.text}>{(body as { text: string }).text}</p>
      <div className={classes.beside}>
        <WaitingPhotos step={step} />
        {refusal && <Refusal id={id} refusal={refusal} photos={photos} />}
        {!refusal && !isSent && isBlocked && <p className={classes.state}>{t('commentBlocked')}</p>}
        {!refusal && !isSent && !isBlocked && isLost && <p className={classes.state}>{t('commentWaits')}</p>}
        {!refusal && !isSent && !isBlocked && !isLost && uploaded < photos.length && (
          <p className={classes.state}>
            {t('commentUploads', { uploaded: uploaded + 1, count: photos.length })}
          </p>
        )}
      </div>
    </li>
  )
}

type RefusalProps = Pick<WaitingStep, 'id'> & {
  refusal: StepRefusal
  photos: NonNullable<WaitingStep['photos']>
}

function Refusal({ id, refusal, photos }: RefusalProps) {
  const t = useTranslations('tasks')
  const { code, message, photo } = refusal
  const name = photos.find(({ key }) => key === photo)?.name
  const reason = code === 'photo_lost' ? t('commentPhotoLost') : message
  return (
    <>
      <p className={classes.refusal} role="alert">
        {t('commentRefused')}. {name === undefined ? reason : t('commentPhotoRefused', { name, reason })}.{' '}
        {name !== undefined && t('commentPhotoHint')}
      </p>
      <span className={classes.ways}>
        <Button variant="default" onClick={() => void decideOnStep('resend', id)}>
          {t('commentResend')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => void decideOnStep('acknowledge', id)}>
          {t('commentDiscard')}
        </Button>
      </span>
    </>
  )
}
