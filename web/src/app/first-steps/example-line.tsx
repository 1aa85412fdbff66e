import type { Stayed } from '@artel/contract/first-steps/first-steps'
import { isolated } from '@artel/contract/shapes/isolate'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import type { Answer } from '../../api/send/calls.ts'
import { ApiFailure, type Failure } from '../../api/send/failure.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'
import classes from './first-steps.module.css'

/** Adds the example of a new company, or removes it. Nothing if neither is possible. */
export function ExampleLine({ is_in, can }: Answer<'firstSteps.get'>['example']) {
  const t = useTranslations('firstSteps')
  const add = useAdd()
  const remove = useRemove()
  if (!is_in && !can.add) return null
  if (!is_in) {
    return (
      <div className={classes.example}>
        <p className={classes.why}>{t('exampleWhy')}</p>
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate({})}>
          {t('exampleAdd')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.example}>
      <p className={classes.why}>{t(can.remove ? 'exampleIn' : 'exampleInForAdmin')}</p>
      {can.remove && (
        <Button variant="default" loading={remove.isPending} onClick={() => void remove.ask()}>
          {t('exampleRemove')}
        </Button>
      )}
    </div>
  )
}

const tellFailure = (text: string) => (failure: Failure) =>
  notify({ text: failure instanceof ApiFailure ? failure.message : text, tone: 'bad' })

function useAdd() {
  const t = useTranslations('firstSteps')
  return useAction('firstSteps.addExample', {
    onSuccess: () => notify({ text: t('exampleAdded'), tone: 'ok' }),
    onFailure: tellFailure(t('exampleAddFailed')),
  })
}

function useRemove() {
  const t = useTranslations('firstSteps')
  const { mutate, isPending } = useAction('firstSteps.removeExample', {
    onSuccess: ({ stayed }) => {
      if (stayed.length === 0) notify({ text: t('exampleRemoved'), tone: 'ok' })
      else openDialog(t('stayedTitle'), (close) => <StayedRows stayed={stayed} close={close} />)
    },
    onFailure: tellFailure(t('exampleRemoveFailed')),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: t('exampleQuestion'),
      text: t('exampleQuestionText'),
      confirmLabel: t('exampleRemove'),
      cancelLabel: t('exampleKeep'),
      tone: 'destructive',
    })
    if (isSure) mutate({})
  }
  return { ask, isPending }
}

function StayedRows({ stayed, close }: { stayed: readonly Stayed[]; close: () => void }) {
  const t = useTranslations('firstSteps')
  return (
    <>
      <DialogText>{t('stayedText')}</DialogText>
      <ul className={classes.stayed}>
        {stayed.map(({ entity, id, title }) => (
          <li key={`${entity} ${id}`}>
            {t(`stayed_${entity}`)} {isolated(title)}
          </li>
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
