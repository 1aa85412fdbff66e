import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import fieldClasses from '../../forms/fields/field.module.css'
import { type FieldProps, useFieldFrame } from '../../forms/fields/field-frame.tsx'
import classes from './requisite-field.module.css'

type RequisiteFieldProps = FieldProps<string> & {
  /** The number of characters. */
  length: number
  /** The error in the present value. */
  mistake: string | undefined
  /** The allowed characters. All others, such as spaces of a pasted number, are removed. */
  signs?: 'digits' | 'digitsAndLetters'
}

const strangers = { digits: /\D/g, digitsAndLetters: /[^\dA-Z]/g }

/**
 * A number with a check digit.
 * Its error is shown once the number is complete, or when the field loses the focus.
 */
export function RequisiteField({ length, mistake, signs = 'digits', ...props }: RequisiteFieldProps) {
  const { value, onChange } = props
  const t = useTranslations('legalEntities')
  const [wasLeft, setWasLeft] = useState(false)
  const isWhole = value.length >= length
  const shown = isWhole || (wasLeft && value !== '') ? mistake : undefined
  const error = props.error ?? shown
  const frame = useFieldFrame({ ...props, error })
  return (
    <TextInput
      {...frame}
      className={fieldClasses.figure ?? ''}
      inputMode={signs === 'digits' ? 'numeric' : 'text'}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase().replace(strangers[signs], ''))}
      onBlur={() => setWasLeft(true)}
      rightSection={
        isWhole && mistake === undefined && error === undefined && <Tick text={t('numberFits')} />
      }
      rightSectionPointerEvents="none"
    />
  )
}

function Tick({ text }: { text: string }) {
  return (
    <>
      <IconCheck className={classes.tick} size={16} stroke={2} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  )
}
