import type { ErrorBody } from '@artel/contract/errors/errors'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { ChangeAuthor } from './change-author.tsx'

/** One fact of a judged item, in words. */
export type JudgedFact = { label: string; value: string }

type Question = {
  title: string
  before: readonly JudgedFact[]
  now: readonly JudgedFact[]
  submitLabel: string
  /** False: the new state does not allow the judgement, so the dialog only informs. */
  isOpen: boolean
  /** Who changed it and when, if known. */
  changed?: NonNullable<ErrorBody['changed']>
}

/** Shows how an item changed since it was seen. Resolves to true if the person judges its current state. */
export function askAnew({ title, ...question }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog(
      title,
      (close) => {
        const settle = (isSure: boolean) => {
          resolve(isSure)
          close()
        }
        return <JudgedDialog {...question} settle={settle} />
      },
      { isForm: true, size: 528, onClose: () => resolve(false) },
    )
  })
}

type JudgedDialogProps = Omit<Question, 'title'> & { settle: (isSure: boolean) => void }

function JudgedDialog({ before, now, submitLabel, isOpen, changed, settle }: JudgedDialogProps) {
  const t = useTranslations('forms')
  const changes = now.flatMap(({ label, value }, index) => {
    const old = before[index]?.value ?? ''
    return old === value ? [] : [{ label, old, value }]
  })
  return (
    <>
      {changed && <ChangeAuthor {...changed} />}
      {changes.length === 0 && <DialogText>{t('judgedSame')}</DialogText>}
      <Facts>
        {changes.map(({ label, old, value }) => (
          <Fact key={label} name={label}>
            {t.rich('judgedChange', {
              old,
              value,
              was: (text) => <s>{text}</s>,
              is: (text) => <b>{text}</b>,
            })}
          </Fact>
        ))}
      </Facts>
      <DialogText>{t(isOpen ? 'judgedAgain' : 'judgedClosed')}</DialogText>
      <DialogButtons>
        <Button variant="subtle" color="gray" data-autofocus onClick={() => settle(false)}>
          {t(isOpen ? 'judgedLeave' : 'judgedSeen')}
        </Button>
        {isOpen && <Button onClick={() => settle(true)}>{submitLabel}</Button>}
      </DialogButtons>
    </>
  )
}
