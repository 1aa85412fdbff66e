import { ActionIcon, Input, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFieldWords } from '../form/form-words.ts'
import type { FieldBinding } from '../form/use-form-state.ts'
import { readTime } from '../typed/time-text.ts'
import { FieldMessage } from './field-frame.tsx'
import classes from './time-range-field.module.css'

type TimeRangeFieldProps = {
  label: string
  from: FieldBinding<string | null>
  to: FieldBinding<string | null>
}

/** Two times of day that belong together. Both can be cleared at once. */
export function TimeRangeField({ label, from, to }: TimeRangeFieldProps) {
  const t = useTranslations('forms')
  const error = from.error ?? to.error
  const isSet = from.value !== null || to.value !== null
  const clear = () => {
    from.onChange(null)
    to.onChange(null)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={error === undefined ? undefined : <FieldMessage text={error} />}
      inputWrapperOrder={['label', 'input', 'error']}
    >
      <div className={classes.range}>
        <TimeInput {...from} label={t('fromOf', { label })} />
        <span aria-hidden="true">–</span>
        <TimeInput {...to} label={t('toOf', { label })} />
        <ActionIcon
          aria-label={t('clearTimes', { label })}
          onClick={clear}
          {...(!isSet && { style: { visibility: 'hidden' } })}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </div>
    </Input.Wrapper>
  )
}

function TimeInput({ name, label, value, onChange, error }: FieldBinding<string | null> & { label: string }) {
  const [typed, setTyped] = useState<string | null>(null)
  useFieldWords(name, label)
  const frame = { name, 'aria-label': label, error: error !== undefined, className: classes.time ?? '' }
  const type = (text: string) => {
    setTyped(text)
    // An incomplete time is not parsed until it is complete. An empty field is.
    if (text === '' || /^\d\d:\d\d$/.test(text)) onChange(readTime(text))
  }
  const settle = () => {
    const read = typed === null ? value : readTime(typed)
    if (typed !== null && (read !== null || typed.trim() === '') && read !== value) onChange(read)
    setTyped(null)
  }
  return (
    <TextInput
      {...frame}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      placeholder="—:—"
      value={typed ?? value ?? ''}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
