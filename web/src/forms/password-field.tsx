import { PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFieldFrame } from './field-frame.tsx'

type PasswordFieldProps = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
  size?: 'sm' | 'md'
  maxLength?: number | undefined
  value: string
  onChange: (value: string) => void
}

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { name, label, hint, error, autoComplete, autoFocus, maxLength, value, onChange, size = 'md' } = props
  const t = useTranslations('forms')
  const frame = useFieldFrame({ name, label, error, ...(hint !== undefined && { hint }) })
  return (
    <PasswordInput
      {...frame}
      autoComplete={autoComplete}
      maxLength={maxLength}
      size={size}
      autoFocus={autoFocus ?? false}
      data-autofocus={autoFocus}
      visibilityToggleIcon={EyeIcon}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function EyeIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye
  return <Icon size={16} stroke={1.8} />
}
