import type { AutomaticPush } from '@artel/contract/pushes/pushes'
import { type AutomaticKind, automaticKinds, wordsOfCopy } from '@artel/contract/pushes/pushes.line'
import type { Locale } from '@artel/contract/shapes/primitives'
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { Tag } from '../../ui/marks/tag.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import classes from './push-parts.module.css'

const TextForm = lazyPart(async () => (await import('./automatic-form.tsx')).AutomaticForm)

/** The automatic pushes: whether each is on, and its text. */
export function AutomaticList() {
  const t = useTranslations('pushes')
  const { data, error, refetch } = useCall('pushes.getAutomatic', {})
  return (
    <div className={classes.automatics}>
      <p className={classes.about}>{t('automaticText')}</p>
      {!data && error ? (
        <ErrorState {...listErrorOf(error, t('automaticFailed'))} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={automaticKinds.length} height={72} cells={[{ kind: 'text' }]} />
      ) : (
        <ul className={classes.kinds}>
          {automaticKinds.map((kind) => (
            <Kind key={kind} kind={kind} push={data.pushes[kind]} />
          ))}
        </ul>
      )}
    </div>
  )
}

type OwnText = { title: string | null; body: string | null }

/** The text of an automatic push in one language, with example values in place of the placeholders. */
export const exampleText = (kind: AutomaticKind, push: AutomaticPush, language: Locale, own: OwnText) =>
  wordsOfCopy(kind, own, push.usual[language], push.example[language])

function Kind({ kind, push }: { kind: AutomaticKind; push: AutomaticPush }) {
  const t = useTranslations('pushes')
  const name = t(`kind_${kind}`)
  // Changes at once, and changes back if saving fails.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { mutate } = useAction('pushes.setAutomatic', {
    onFailure: () => notify({ text: t('notSaved'), tone: 'bad' }),
  })
  const isOn = chosen ?? push.on
  const language = useLocale()
  const said = exampleText(kind, push, language, { title: push.title[language], body: push.body[language] })
  const isOwn = [push.title, push.body].some(({ en, ru }) => en !== null || ru !== null)
  const toggle = (on: boolean) => {
    setChosen(on)
    mutate({ body: { [kind]: { on } } }, { onSettled: () => setChosen(null) })
  }
  const change = () =>
    openDialog(t('automaticTitle', { name }), (close) => <TextForm kind={kind} push={push} close={close} />, {
      isForm: true,
      size: 720,
      waiting: <SkeletonRows rows={3} height={60} cells={[{ kind: 'text' }]} />,
    })
  return (
    <li className={classes.kind}>
      <Switch label={name} checked={isOn} onChange={({ currentTarget }) => toggle(currentTarget.checked)} />
      <div className={classes.kindText} {...(!isOn && { 'data-off': true })}>
        <p className={classes.kindTitle}>
          <bdi>{said.title}</bdi>
          {isOwn && <Tag tone="info">{t('ownText')}</Tag>}
        </p>
        <p className={classes.quiet}>{said.body}</p>
      </div>
      <Button variant="default" aria-label={t('changeTextOf', { name })} onClick={change}>
        {t('changeText')}
      </Button>
    </li>
  )
}
