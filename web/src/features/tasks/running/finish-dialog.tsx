import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from '../../../ui/dialog-parts.tsx'

type FinishDialogProps = {
  counted: number
  quantity: number
  /** null: the person cancelled, and the task is not finished. */
  choose: (quantity: number | null) => void
}

/** Asks how many pieces are done when the count is between zero and the full quantity. */
export function FinishDialog({ counted, quantity, choose }: FinishDialogProps) {
  const t = useTranslations('tasks')
  return (
    <>
      <DialogText>{t('finishText')}</DialogText>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={() => choose(null)}>
          {t('goOn')}
        </Button>
        <Button variant="default" onClick={() => choose(quantity)}>
          {t('finishAll', { quantity })}
        </Button>
        <Button data-autofocus onClick={() => choose(counted)}>
          {t('finishPart', { done: counted })}
        </Button>
      </DialogButtons>
    </>
  )
}
