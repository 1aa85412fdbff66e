import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import classes from './team.module.css'

/** Nobody has to be compared: where that is said, and what it means. */
export function HideHint({ isHidden }: { isHidden: boolean }) {
  const t = useTranslations('team')
  return (
    <p className={classes.rules}>
      {t(isHidden ? 'hidden' : 'hideText')}. <Link to="/profile">{t('hideLink')}</Link>
    </p>
  )
}
