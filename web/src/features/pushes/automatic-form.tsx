import type { AutomaticPush } from '@artel/contract/pushes'
import {
  type AutomaticKind,
  automaticPlaceholders,
  mostOwnBody,
  mostOwnTitle,
  strangePlaceholder,
} from '@artel/contract/pushes.line'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/query.ts'
import { FormShell } from '../../forms/form-shell.tsx'
import { TextField } from '../../forms/text-fields.tsx'
import { useFormState } from '../../forms/use-form-state.ts'
import { notify } from '../../ui/notify.ts'
import { exampleText } from './automatic-list.tsx'
import classes from './push-parts.module.css'
import { PushPreview } from './push-preview.tsx'

type Texts = { title: string; body: string }

const ownOf = ({ title, body }: Texts) => ({ title: title.trim() || null, body: body.trim() || null })

/** The company's own words of a push that goes out by itself. */
export function AutomaticForm({
  kind,
  push,
  close,
}: {
  kind: AutomaticKind
  push: AutomaticPush
  close: () => void
}) {
  const t = useTranslations('pushes')
  const save = useAction('pushes.setAutomatic', { refreshes: ['pushes.getAutomatic'] })
  const [last, setLast] = useState<keyof Texts>('title')
  const form = useFormState<Texts>({
    initial: { title: push.title ?? '', body: push.body ?? '' },
    check: (values) => ({
      ...(strangePlaceholder(kind, values.title) !== undefined && { title: [t('strange')] }),
      ...(strangePlaceholder(kind, values.body) !== undefined && { body: [t('strange')] }),
    }),
    send: async (values) => {
      await save.mutateAsync({ body: { [kind]: ownOf(values) } })
      close()
      notify({ text: t('saved'), tone: 'ok' })
    },
  })
  const insert = (name: string) => {
    const text = form.values[last]
    form.merge({ [last]: `${text}${text === '' || text.endsWith(' ') ? '' : ' '}{${name}}` })
  }
  const said = exampleText(push, ownOf(form.values))
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('save')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <fieldset
        className={classes.bare}
        aria-label={t('ownText')}
        onFocus={({ target }) => setLast(target.getAttribute('name') === 'body' ? 'body' : 'title')}
      >
        <div className={classes.fields}>
          <TextField
            {...form.at('title')}
            label={t('titleField')}
            hint={t('usualHint')}
            placeholder={push.usual.title}
            maxLength={mostOwnTitle}
          />
          <TextField
            {...form.at('body')}
            label={t('body')}
            placeholder={push.usual.body}
            maxLength={mostOwnBody}
          />
        </div>
      </fieldset>
      <div>
        <p className={classes.asideTitle}>{t('placeholders')}</p>
        <div className={classes.placeholders}>
          {automaticPlaceholders[kind].map((name) => (
            <Button
              key={name}
              variant="default"
              aria-label={t('insert', { name, example: push.example[name] ?? '' })}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
              {push.example[name] && <span className={classes.example}>{push.example[name]}</span>}
            </Button>
          ))}
        </div>
      </div>
      <PushPreview title={said.title} body={said.body} />
      <p className={classes.quiet}>{t('oneLanguage')}</p>
    </FormShell>
  )
}
