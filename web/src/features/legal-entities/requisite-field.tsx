import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import fieldClasses from '../../forms/field.module.css'
import { type FieldProps, useFieldFrame } from '../../forms/field-frame.tsx'
import classes from './requisite-field.module.css'

type RequisiteFieldProps = FieldProps<string> & {
  /** So many characters it has. */
  length: number
  /** What is wrong with the value as it stands. */
  mistake: string | undefined
  /** Signs that belong to it; all others, the spaces of a pasted one among them, are left out. */
  signs?: 'digits' | 'digitsAndLetters'
}

const strangers = { digits: /\D/g, digitsAndLetters: /[^\dA-Z]/g }

/** A number that can be checked: it is once it is whole, or when the field is left; till then nobody is corrected. */
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
