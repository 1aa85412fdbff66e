import { Button, UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import classes from './revision-question.module.css'

/** A small change keeps the confirmations. After a big one everybody confirms again. */
export type Weight = 'small' | 'big'

/** Asks how big the change is; null: do not save yet. `read`: people who have confirmed so far. */
export function askWeight(title: string, read: number): Promise<Weight | null> {
  return new Promise((resolve) => {
    const question = (close: () => void) => (
      <Question
        read={read}
        choose={(weight) => {
          resolve(weight)
          close()
        }}
      />
    )
    // A promise settles only once, so closing after a choice changes nothing.
    openDialog(title, question, { isForm: true, size: 480, onClose: () => resolve(null) })
  })
}

function Question({ read, choose }: { read: number; choose: (weight: Weight | null) => void }) {
  const t = useTranslations('instructions')
  return (
    <>
      <DialogText>{t('weightText', { count: read })}</DialogText>
      <div className={classes.ways}>
        {(['small', 'big'] as const).map((weight) => (
          <UnstyledButton key={weight} className={classes.way ?? ''} onClick={() => choose(weight)}>
            <b>{t(`weight_${weight}`)}</b>
            <span>{t(`weightHint_${weight}`)}</span>
          </UnstyledButton>
        ))}
      </div>
      <DialogButtons>
        <Button variant="subtle" color="gray" data-autofocus onClick={() => choose(null)}>
          {t('goOnWriting')}
        </Button>
      </DialogButtons>
    </>
  )
}
