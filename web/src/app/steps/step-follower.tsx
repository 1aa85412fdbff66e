import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { refreshAfter } from '../../api/cache/refresh.ts'
import { followSteps, personSteps } from '../../api/steps/person-steps.ts'
import { useWaitingSteps } from '../../api/steps/shown-steps.ts'
import type { StepAnswer } from '../../api/steps/step-watchers.ts'
import { isOwnWork, isScan, type WaitingStep } from '../../api/steps/waiting-step.ts'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { lazyPart, loadPatiently } from '../../ui/states/lazy-part.ts'
import { CutFormLine } from './cut-form-line.tsx'
import { foreseeSteps } from './foresee-steps.ts'
import classes from './steps.module.css'
import { useRefusalText } from './use-refusal-text.ts'

/** A person who made a step this recently sees by its notice why it was refused, ms. */
const freshMs = 15_000

const StepList = lazyPart(async () => (await import('./step-list.tsx')).StepList)
const loadInstructions = () => loadPatiently(() => import('../../features/instructions/instructions.tsx'))

foreseeSteps()

/** Follows the queue of steps: says what waits, and what was refused and why. `isQuiet`: without the line. */
export function StepFollower({ isQuiet }: { isQuiet: boolean }) {
  const t = useTranslations('steps')
  const { waiting, isLost } = useWaitingSteps()
  // Steps from before are sent even if this page makes none.
  useEffect(() => personSteps().run(), [])
  useNotices()
  const refused = waiting.filter(({ refusal }) => refusal)
  const open = () => openDialog(t('listTitle'), (close) => <StepList close={close} />)
  const count = isLost ? waiting.length - refused.length : 0
  const parts = [
    ...(count > 0 ? [t('waiting', { count })] : []),
    ...(refused.length > 0 ? [t('refused', { count: refused.length })] : []),
  ]
  if (isQuiet) return null
  return (
    <>
      {parts.length > 0 && (
        <div className={classes.line} role="status">
          <span>{parts.join('. ')}</span>
          <Button variant="subtle" size="compact-sm" onClick={open}>
            {t('show')}
          </Button>
        </div>
      )}
      <CutFormLine />
    </>
  )
}

/** Says by notices what became of the steps that the person has just made. */
function useNotices(): void {
  const t = useTranslations('steps')
  const refusalText = useRefusalText()
  useEffect(() => {
    const onAnswered = ({ call, made_at }: WaitingStep, answer: StepAnswer) => {
      if (Date.now() - made_at > freshMs) return
      const paused = 'paused_task_id' in answer ? answer.paused_task_id : null
      const id = 'task' in answer ? String(answer.task.id) : ''
      if (call === 'tasks.start')
        notify({
          text: paused === null ? t('started', { id }) : t('startedPaused', { id, paused: String(paused) }),
          tone: 'ok',
        })
      if (call === 'tasks.pause') notify({ text: t('paused', { id }), tone: 'ok' })
    }
    const onRefused = ({ id, call, refusal, made_at }: WaitingStep) => {
      // The screens of packing show refused scans themselves.
      if (!refusal || isScan(call)) return
      // Somebody else may have changed what the person saw.
      void refreshAfter(call)
      const isShift = call === 'hours.start' || call === 'hours.stop'
      if (isShift && refusal.code === 'wrong_state') {
        notify({ text: refusalText(call, refusal), tone: 'warn' })
        return personSteps().discard(id)
      }
      const instruction = refusal.instruction_id
      if (instruction !== undefined) {
        // Another unread instruction may remain. The next refusal then offers that one.
        const next = { label: t('readAndStart'), run: () => personSteps().resend(id) }
        return void loadInstructions().then(({ openInstruction }) =>
          openInstruction({ id: instruction }, t('readFirst'), next),
        )
      }
      notify({ text: refusalText(call, refusal), tone: refusal.code === 'stale' ? 'warn' : 'bad' })
      if (Date.now() - made_at < freshMs && !isOwnWork(call)) personSteps().discard(id)
    }
    return followSteps({ onAnswered, onRefused })
  }, [t, refusalText])
}
