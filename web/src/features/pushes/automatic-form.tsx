import type { AutomaticPush } from '@artel/contract/pushes/pushes'
import {
  type AutomaticKind,
  automaticPlaceholders,
  maxOwnBody,
  maxOwnTitle,
  strangePlaceholder,
} from '@artel/contract/pushes/pushes.line'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../forms/form/use-form-state.ts'
import { notify } from '../../ui/notices/notify.ts'
import { exampleText } from './automatic-list.tsx'
import classes from './push-parts.module.css'
import { PushPreview } from './push-preview.tsx'

type Part = `${'title' | 'body'}_${Locale}`
type Values = Record<Part, string>

const parts = locales.flatMap((one): Part[] => [`title_${one}`, `body_${one}`])

const ownOf = (text: string): string | null => text.trim() || null

type AutomaticFormProps = { kind: AutomaticKind; push: AutomaticPush; close: () => void }

/** The company's own text of an automatic push, in both languages. */
export function AutomaticForm({ kind, push, close }: AutomaticFormProps) {
  const t = useTranslations('pushes')
  const save = useAction('pushes.setAutomatic')
  const own = useLocale()
  const [last, setLast] = useState<Part>(`title_${own}`)
  const form = useFormState<Values>({
    call: 'pushes.setAutomatic',
    draft: { item: kind },
    initial: {
      title_ru: push.title.ru ?? '',
      body_ru: push.body.ru ?? '',
      title_en: push.title.en ?? '',
      body_en: push.body.en ?? '',
    },
    check: (values) =>
      Object.fromEntries(
        parts
          .filter((part) => strangePlaceholder(kind, values[part]) !== undefined)
          .map((part) => [part, [t('strange')]]),
      ),
    send: async ({ title_en, title_ru, body_en, body_ru }) => {
      const title = { en: ownOf(title_en), ru: ownOf(title_ru) }
      await save.mutateAsync({
        body: { [kind]: { title, body: { en: ownOf(body_en), ru: ownOf(body_ru) } } },
      })
      close()
      notify({ text: t('saved'), tone: 'ok' })
    },
  })
  const insert = (name: string) => {
    const text = form.values[last]
    form.merge({ [last]: `${text}${text === '' || text.endsWith(' ') ? '' : ' '}{${name}}` })
  }
  // The viewer's own language first.
  const languages = [...locales].sort((one) => (one === own ? -1 : 1))
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('save')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <p className={classes.quiet}>{t('usualHint')}</p>
      <fieldset
        className={classes.languages}
        aria-label={t('ownText')}
        onFocus={({ target }) => {
          const name = target.getAttribute('name')
          setLast((before) => parts.find((part) => part === name) ?? before)
        }}
      >
        {languages.map((language) => (
          <OwnWords key={language} kind={kind} language={language} push={push} form={form} />
        ))}
      </fieldset>
      <div>
        <p className={classes.asideTitle}>{t('placeholders')}</p>
        <div className={classes.placeholders}>
          {automaticPlaceholders[kind].map((name) => (
            <Button
              key={name}
              variant="default"
              aria-label={t('insert', { name, example: push.example[own][name] ?? '' })}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
              {push.example[own][name] && <span className={classes.example}>{push.example[own][name]}</span>}
            </Button>
          ))}
        </div>
      </div>
    </FormShell>
  )
}

type OwnWordsProps = { kind: AutomaticKind; language: Locale; push: AutomaticPush; form: FormState<Values> }

/** The title and text in one language, with a preview. */
function OwnWords({ kind, language, push, form }: OwnWordsProps) {
  const t = useTranslations('pushes')
  const [title, body] = [`title_${language}`, `body_${language}`] as const
  const said = exampleText(kind, push, language, {
    title: ownOf(form.values[title]),
    body: ownOf(form.values[body]),
  })
  return (
    <div className={classes.fields}>
      <TextField
        {...form.at(title)}
        label={t(title)}
        placeholder={push.usual[language].title}
        maxLength={maxOwnTitle}
      />
      <TextField
        {...form.at(body)}
        label={t(body)}
        placeholder={push.usual[language].body}
        maxLength={maxOwnBody}
      />
      <div lang={language}>
        <PushPreview title={said.title} body={said.body} label={t(`preview_${language}`)} />
      </div>
    </div>
  )
}
