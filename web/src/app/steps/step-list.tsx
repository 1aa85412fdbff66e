import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { personSteps } from '../../api/steps/person-steps.ts'
import { useWaitingSteps } from '../../api/steps/shown-steps.ts'
import { isOwnWork, isScan, type StepCall, type WaitingStep } from '../../api/steps/waiting-step.ts'
import { WaitingPhotos } from '../../features/tasks/page/photo-tiles.tsx'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { useFormat } from '../../ui/figures/format-context.tsx'
import classes from './steps.module.css'
import { useRefusalText } from './use-refusal-text.ts'

const words = {
  'tasks.start': 'call_start',
  'tasks.pause': 'call_pause',
  'tasks.progress': 'call_progress',
  'tasks.finish': 'call_finish',
  'tasks.comment': 'call_comment',
  'tasks.attach': 'call_photo',
  'hours.start': 'call_clockIn',
  'hours.stop': 'call_clockOut',
  'hours.confirm': 'call_shiftEnd',
  'instructions.read': 'call_read',
  'supplies.scan': 'call_scan',
  'supplies.putOnPallet': 'call_pallet',
} as const satisfies Record<StepCall, string>

/** What waits on this device, and what was refused and why. */
export function StepList({ close }: { close: () => void }) {
  const t = useTranslations('steps')
  const { waiting } = useWaitingSteps()
  return (
    <>
      <DialogText>{t('listText')}</DialogText>
      <ul className={classes.list}>
        {waiting.map((step, index) => (
          <StepRow
            key={step.id}
            step={step}
            before={waiting.slice(0, index)}
            after={waiting.slice(index + 1)}
          />
        ))}
      </ul>
      <DialogButtons>
        <Button data-autofocus onClick={close}>
          {t('close')}
        </Button>
      </DialogButtons>
    </>
  )
}

/** What the bodies of steps say of them. */
type Facts = { text?: string; added?: number; quantity_done?: number; barcode?: string; ended_at?: string }

type StepRowProps = {
  step: WaitingStep
  before: readonly WaitingStep[]
  after: readonly WaitingStep[]
}

function StepRow({ step, before, after }: StepRowProps) {
  const t = useTranslations('steps')
  const format = useFormat()
  const refusalText = useRefusalText()
  const { id, call, title, subject, made_at, refusal } = step
  const { text, added = 0, quantity_done = 0, barcode = '', ended_at } = step.body as Facts
  const isSame = (other: WaitingStep) => other.subject === subject
  const isBlocked = before.some((other) => isSame(other) && other.refusal)
  const isUnread = [...before, ...after].some((other) => other.id === step.after)
  // Later scans, comments and photos do not depend on this one, so they stay when it is removed.
  const isAlone = isScan(call) || isOwnWork(call)
  const dependent = isAlone ? 0 : after.filter(isSame).length
  const remove = () => (isAlone ? personSteps().acknowledge(id) : personSteps().discard(id))
  return (
    <li className={classes.step}>
      <span className={classes.what}>
        <bdi>{title}</bdi>
        {title !== '' && ' · '}
        {t(ended_at === undefined ? words[call] : 'call_shiftEndAt', {
          added: `${added > 0 ? '+' : ''}${format.number(added)}`,
          quantity_done,
          barcode,
          end: ended_at === undefined ? '' : format.time(ended_at),
        })}
      </span>
      <span className={classes.when}>
        {format.date(new Date(made_at).toISOString(), { withTime: true })}
        {!refusal && ` · ${t(isUnread ? 'isUnread' : isBlocked ? 'isBlocked' : 'isWaiting')}`}
      </span>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      <WaitingPhotos step={step} isFixed={call === 'tasks.attach'} />
      {refusal && (
        <>
          <span className={classes.refusal}>{refusalText(call, refusal)}</span>
          <span className={classes.ways}>
            <Button variant="default" size="xs" onClick={() => personSteps().resend(id)}>
              {t('resend')}
            </Button>
            <Button variant="subtle" color="gray" size="xs" onClick={remove}>
              {dependent === 0 ? t('discard') : t('discardAll', { count: dependent })}
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
