import { Input, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../ui/figures/format-context.tsx'
import { readWhole, writeWhole } from '../typed/number-text.ts'
import classes from './field.module.css'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'
import { useTypedNumber } from './number-fields.tsx'

/** Takes hours and minutes and stores seconds; null while both are empty. */
export function DurationField(props: FieldProps<number | null> & { maxHours?: number }) {
  const { value, onChange, maxHours = 8760 } = props
  const t = useTranslations('forms')
  const { duration } = useFormat()
  const { name, disabled, ...frame } = useFieldFrame(props, (seconds) => duration(seconds))
  const hours = value === null ? null : Math.floor(value / 3600)
  const minutes = value === null ? null : Math.floor((value % 3600) / 60)
  const set = (nextHours: number | null, nextMinutes: number | null) =>
    onChange(
      nextHours === null && nextMinutes === null ? null : (nextHours ?? 0) * 3600 + (nextMinutes ?? 0) * 60,
    )
  const part = { disabled, isWrong: props.error !== undefined }
  return (
    <Input.Wrapper {...frame} labelElement="div">
      <div className={classes.parts}>
        <Part
          {...part}
          name={`${name}-hours`}
          label={t('hoursOf', { label: props.label })}
          unit={t('hours')}
          max={maxHours}
          value={hours}
          onChange={(next) => set(next, minutes === 0 && next === null ? null : minutes)}
        />
        <Part
          {...part}
          name={`${name}-minutes`}
          label={t('minutesOf', { label: props.label })}
          unit={t('minutes')}
          max={59}
          value={minutes}
          onChange={(next) => set(hours === 0 && next === null ? null : hours, next)}
        />
      </div>
    </Input.Wrapper>
  )
}

type PartProps = {
  name: string
  label: string
  unit: string
  max: number
  value: number | null
  disabled: boolean
  isWrong: boolean
  onChange: (value: number | null) => void
}

function Part({ name, label, unit, max, value, disabled, isWrong, onChange }: PartProps) {
  const { text, type, tidy } = useTypedNumber(value, onChange, (typed) => readWhole(typed, max), writeWhole)
  return (
    <TextInput
      name={name}
      className={classes.part ?? ''}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      error={isWrong}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={tidy}
      rightSection={<span className={classes.unit}>{unit}</span>}
      rightSectionWidth={44}
      rightSectionPointerEvents="none"
    />
  )
}
