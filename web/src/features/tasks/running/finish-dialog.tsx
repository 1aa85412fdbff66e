import type { Task } from '@artel/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { useWorthWords } from '../../../ui/page/use-worth-words.ts'
import { payOf } from '../step-facts.ts'
import classes from './finish-dialog.module.css'

type FinishDialogProps = {
  task: Task
  counted: number
  /** null: the person cancelled, and the task is not finished. */
  choose: (quantity: number | null) => void
}

/** Asks how many pieces are done when not all of them were counted, and says the pay for them. */
export function FinishDialog({ task, counted, choose }: FinishDialogProps) {
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
        <Button variant="subtle" color="gray" onClick={() => choose(null)}>
          {t('goOn')}
        </Button>
        <Button
          variant="default"
          data-autofocus={counted === 0 || undefined}
          onClick={() => choose(quantity)}
        >
          {t('finishAll', { quantity })}
        </Button>
        <Button
          data-autofocus={counted > 0 || undefined}
          disabled={done === null}
          onClick={() => choose(done)}
        >
          {t('finishPart', { done: done ?? 0 })}
        </Button>
      </DialogButtons>
    </>
  )
}
