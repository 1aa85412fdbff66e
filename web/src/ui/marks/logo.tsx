import { useTranslations } from 'use-intl'
import classes from './logo.module.css'

/** The mark: a rounded square with the letter A, whose bar extends to both sides like a carpenter's mark. */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true" className={classes.mark}>
      <rect width="30" height="30" rx="8" fill="var(--a-accent)" />
      <path
        d="M8 22.4 L13.2 8.6 Q13.6 7.6 14.4 7.6 H15.6 Q16.4 7.6 16.8 8.6 L22 22.4 M6.1 17.6 H23.9"
        fill="none"
        stroke="var(--a-on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The mark with the product's name. */
export function Logo({ size = 30 }: { size?: number }) {
  const t = useTranslations('ui')
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.name}>{t('productName')}</span>
    </span>
  )
}
