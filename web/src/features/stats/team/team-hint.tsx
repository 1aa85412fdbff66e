import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './team.module.css'

/** Says that a person may hide from the comparison, with a link to the setting. */
export function HideHint({ isHidden }: { isHidden: boolean }) {
  const t = useTranslations('team')
  return (
    <p className={classes.rules}>
      {t(isHidden ? 'hidden' : 'hideText')}. <Link to="/profile">{t('hideLink')}</Link>
    </p>
  )
}
