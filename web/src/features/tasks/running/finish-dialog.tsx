import type { Task } from '@artel/contract/tasks/tasks'
import { isBeyondScans } from '@artel/contract/tasks/tasks.line'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { useWorthWords } from '../../../ui/page/use-worth-words.ts'
import { payOf } from '../step-facts.ts'
import classes from './finish-dialog.module.css'

/** How many pieces are done, and why they are more than were scanned. */
export type Finish = { quantity_done: number; reason?: string }

export type FinishCounts = {
  counted: number
  /** How many are done, if that needs no question; null: the person is asked. */
  chosen: number | null
}

type FinishDialogProps = FinishCounts & {
  task: Task
  /** null: the person cancelled, and the task is not finished. */
  choose: (answer: Finish | null) => void
}

/** Asks how many pieces are done, and then for a reason if they are more than were scanned. */
export function FinishDialog({ task, counted, chosen: first, choose }: FinishDialogProps) {
  const [chosen, setChosen] = useState(first)
  if (chosen !== null)
    return (
      <UnscannedForm
        task={task}
        done={chosen}
        choose={choose}
        cancel={() => (first === null ? setChosen(null) : choose(null))}
      />
    )
  const take = (quantity_done: number) =>
    isBeyondScans(task, quantity_done) ? setChosen(quantity_done) : choose({ quantity_done })
  return <CountForm task={task} counted={counted} take={take} cancel={() => choose(null)} />
}

type CountFormProps = Pick<FinishDialogProps, 'task' | 'counted'> & {
  take: (quantity: number) => void
  cancel: () => void
}

/** Asks how many pieces are done when not all of them were counted, and says the pay for them. */
function CountForm({ task, counted, take, cancel }: CountFormProps) {
  const t = useTranslations('tasks')
  const { quantity } = task
  const [done, setDone] = useState<number | null>(counted)
  const words = useWorthWords()
  const pay = payOf(task, done ?? 0)
  const isPaid = task.money > 0 || task.coins > 0
  return (
    <>
      <DialogText>{t('finishText')}</DialogText>
      <div className={classes.field}>
        <NumberField
          name="quantity_done"
          label={t('finishDone', { quantity })}
          max={quantity}
          value={done}
          onChange={setDone}
          error={undefined}
          {...(isPaid && { hint: t('finishPay', { worth: words(pay) }) })}
        />
      </div>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={cancel}>
          {t('goOn')}
        </Button>
        <Button variant="default" data-autofocus={counted === 0 || undefined} onClick={() => take(quantity)}>
          {t('finishAll', { quantity })}
        </Button>
        <Button
          data-autofocus={counted > 0 || undefined}
          disabled={done === null}
          onClick={() => done !== null && take(done)}
        >
          {t('finishPart', { done: done ?? 0 })}
        </Button>
      </DialogButtons>
    </>
  )
}

type UnscannedFormProps = Pick<FinishDialogProps, 'task' | 'choose'> & { done: number; cancel: () => void }

/** Asks where the pieces come from that were not scanned. Whoever reviews the task reads the answer. */
function UnscannedForm({ task, done, choose, cancel }: UnscannedFormProps) {
  const t = useTranslations('tasks')
  const form = useFormState({
    call: 'tasks.finish',
    draft: { item: task.id },
    initial: { reason: '' },
    check: ({ reason }): Record<string, string[]> =>
      reason.trim() === '' ? { reason: [t('unscannedNeeded')] } : {},
    send: async ({ reason }) => choose({ quantity_done: done, reason }),
  })
  const scanned = task.scanned ?? 0
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('unscannedSubmit')}
      cancel={{ label: t('unscannedCancel'), onClick: cancel }}
    >
      <DialogText>{t('unscannedText', { scanned, rest: done - scanned })}</DialogText>
      <TextAreaField {...form.at('reason')} optional={false} label={t('unscannedReason')} />
    </FormShell>
  )
}
