import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './password-field.module.css'
import { PlainField } from './plain-field.tsx'

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
  const [isShown, setIsShown] = useState(false)
  return (
    <PlainField
      name={name}
      label={label}
      hint={hint}
      error={error}
      size={size}
      action={<ShowButton isShown={isShown} onPress={() => setIsShown(!isShown)} />}
      input={{
        type: isShown ? 'text' : 'password',
        value,
        maxLength,
        autoComplete,
        autoFocus: autoFocus ?? false,
        'data-autofocus': autoFocus || undefined,
        onChange: (event) => onChange(event.currentTarget.value),
      }}
    />
  )
}

type ShowButtonProps = { isShown: boolean; onPress: () => void }

function ShowButton({ isShown, onPress }: ShowButtonProps) {
  const t = useTranslations('forms')
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <span className={classes.place}>
      <button
        type="button"
        className={classes.show}
        aria-label={t('showPassword')}
        aria-pressed={isShown}
        // The press leaves the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        <Icon size={16} stroke={1.8} />
      </button>
    </span>
  )
}
