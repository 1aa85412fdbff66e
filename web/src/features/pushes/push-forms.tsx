import type { Push } from '@artel/contract/pushes/pushes'
import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { withFields } from '../../api/send/failure.ts'
import { SelectField, SwitchField } from '../../forms/choices/choice-fields.tsx'
import { DateTimeField } from '../../forms/fields/date-time-field.tsx'
import { TextAreaField, TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../forms/form/use-form-state.ts'
import { saveTogether } from '../../forms/save/save-together.ts'
import { changedValues } from '../../forms/save/stale-fields.ts'
import { fromCompanyClock } from '../../forms/typed/company-time.ts'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { Whom } from './push-audience.tsx'
import classes from './push-parts.module.css'
import { PushPreview } from './push-preview.tsx'
import { audienceOf, emptyPush, mistakesOf, type PushValues, pages, urlOf, valuesOf } from './push-values.ts'
import { useReach } from './use-reach.ts'

/** Writes a push. `like`: a push whose values the form starts with. */
export function WriteForm({ like, close }: { like: Push | null; close: () => void }) {
  const t = useTranslations('pushes')
  const format = useFormat()
  const check = useCheck()
  const send = useAction('pushes.send')
  const form = useFormState<PushValues>({
    call: 'pushes.send',
    draft: { item: like ? `like.${like.id}` : 'new', isNew: true },
    initial: like ? { ...valuesOf(like), isLater: false, send_at: null } : emptyPush,
    check,
    send: async (values) => {
      const { push } = await send.mutateAsync({ body: bodyOf(values) }).catch(atFields)
      close()
      const text =
        push.status === 'scheduled'
          ? t('scheduled', { when: format.date(push.send_at, { withTime: true }) })
          : t('sent', { count: push.counts.targets })
      notify({ text, tone: 'ok' })
    },
  })
  const reach = useReach(form.values)
  const { isLater } = form.values
  const submitLabel = isLater
    ? t('scheduleIt')
    : reach.people === null
      ? t('send')
      : t('sendTo', { count: reach.people })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={submitLabel}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <Compose form={form} reach={reach} />
    </FormShell>
  )
}

/** Edits a scheduled push, and resolves a conflict with another person's edit. */
export function EditForm({ push, close }: { push: Push; close: () => void }) {
  const t = useTranslations('pushes')
  const check = useCheck()
  const update = useAction('pushes.update')
  const send = (values: PushValues, base: Push) => {
    const changed = changedValues(bodyOf(values), bodyOf(valuesOf(base)))
    const body = { ...changed, version: base.version }
    return update.mutateAsync({ params: { id: push.id }, body }).catch(atFields)
  }
  const form = useFormState<PushValues>({
    call: 'pushes.update',
    draft: { item: push.id },
    initial: valuesOf(push),
    check,
    send: async (values, words) => {
      const together = { base: push, valuesOf, send, words, question: () => t('staleTitle') }
      const isSaved = await saveTogether(together, values)
      if (!isSaved) return false
      close()
      return notify({ text: t('saved'), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={form.values.isLater ? t('save') : t('send')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <Compose form={form} reach={useReach(form.values)} />
    </FormShell>
  )
}

const bodyOf = (values: PushValues) => ({
  title: values.title.trim(),
  body: values.body.trim(),
  url: urlOf(values),
  // Validation has refused an empty audience, so the fallback only satisfies the type.
  audience: audienceOf(values) ?? { all: true as const },
  send_at: values.isLater ? values.send_at : null,
})

/** Moves the server's errors from the fields of the call to the fields of the form. */
function atFields(failure: unknown): never {
  throw withFields(failure, (errors) =>
    Object.fromEntries(Object.entries(errors).map(([path, texts]) => [placeOf(path), texts])),
  )
}

const placeOf = (path: string): string =>
  path === 'url' ? 'path' : path.startsWith('audience') ? 'whom' : path

function useCheck() {
  const t = useTranslations('pushes')
  const fields = useTranslations('fields')
  const words = {
    badPath: fields('bad_path'),
    nobody: t('nobodyChosen'),
    noTime: t('sendAtMissing'),
  }
  return (values: PushValues) => mistakesOf(values, words)
}

type ComposeProps = { form: FormState<PushValues>; reach: ReturnType<typeof useReach> }

function Compose({ form, reach }: ComposeProps) {
  const t = useTranslations('pushes')
  const { title, body, page, isLater } = form.values
  const options = ['none', ...pages, 'other'] as const
  return (
    <div className={classes.compose}>
      <div className={classes.fields}>
        <TextField {...form.at('title')} label={t('titleField')} hint={t('titleHint')} />
        <TextAreaField {...form.at('body')} label={t('body')} />
        <SelectField
          {...form.at('page')}
          label={t('url')}
          options={options.map((value) => ({ value, label: t(`url_${value}`) }))}
          onChange={(chosen) => form.merge({ page: chosen ?? 'none' })}
        />
        {page === 'other' && (
          <TextField {...form.at('path')} label={t('path')} hint={t('pathHint')} placeholder="/task/214" />
        )}
        <Whom form={form} reach={reach.text} />
        <SwitchField {...form.at('isLater')} label={t('schedule')} />
        {isLater && <SendAt form={form} />}
      </div>
      <div className={classes.aside}>
        <h3 className={classes.asideTitle}>{t('preview')}</h3>
        <PushPreview title={title} body={body} />
        <TestButton values={form.values} />
      </div>
    </div>
  )
}

/** When the push is sent. Scrolls into view when switched on, because it is below a long form. */
function SendAt({ form }: { form: FormState<PushValues> }) {
  const t = useTranslations('pushes')
  const { timezone, today } = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const isAsked = form.isFieldDirty('isLater')
  useEffect(() => {
    if (isAsked) element.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  return (
    <div ref={element}>
      <DateTimeField
        {...form.at('send_at')}
        optional={false}
        suggested={fromCompanyClock(`${today()}T10:00`, timezone)}
        label={t('sendAt')}
      />
    </div>
  )
}

/** Sends the text to the author's own devices. */
function TestButton({ values }: { values: PushValues }) {
  const t = useTranslations('pushes')
  const test = useAction('devices.test', {
    onSuccess: ({ devices }) =>
      notify({
        text: devices > 0 ? t('testSent', { count: devices }) : t('testNone'),
        tone: devices > 0 ? 'ok' : 'bad',
      }),
    onFailure: () => notify({ text: t('testFailed'), tone: 'bad' }),
  })
  const [title, body] = [values.title.trim(), values.body.trim()]
  return (
    <Button
      className={classes.test ?? ''}
      variant="default"
      leftSection={<IconDeviceMobile size={16} stroke={1.8} />}
      disabled={title === ''}
      loading={test.isPending}
      onClick={() => test.mutate({ body: { title, body } })}
    >
      {t('testOwn')}
    </Button>
  )
}
