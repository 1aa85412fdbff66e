import { useTranslations } from 'use-intl'
import { PlainButton } from '../../ui/page/plain-button.tsx'
import classes from './demo-people.module.css'

const password = 'artel-demo-2026'

const people = [
  { login: 'owner@artel.demo', label: 'demoOwner' },
  { login: 'admin@artel.demo', label: 'demoAdmin' },
  { login: 'staff@artel.demo', label: 'demoStaff' },
] as const

type DemoPeopleProps = { onChoose: (person: { login: string; password: string }) => void }

/** Fills the form with a person of the demo company. Shown only on a demo installation. */
export function DemoPeople({ onChoose }: DemoPeopleProps) {
  const t = useTranslations('auth')
  return (
    <fieldset className={classes.demo}>
      <legend className={classes.title}>{t('demoTitle')}</legend>
      <div className={classes.people}>
        {people.map(({ login, label }) => (
          <PlainButton key={login} kind="default" onClick={() => onChoose({ login, password })}>
            {t(label)}
          </PlainButton>
        ))}
      </div>
    </fieldset>
  )
}
