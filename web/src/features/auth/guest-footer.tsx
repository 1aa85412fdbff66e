import type { Locale } from '@artel/contract/shapes/primitives'
import { useTranslations } from 'use-intl'
import classes from './guest-footer.module.css'
import { LanguageLinks } from './language-links.tsx'

const pages = [
  { path: '/support', text: 'support' },
  { path: '/terms', text: 'terms' },
  { path: '/privacy', text: 'privacy' },
] as const

/** The languages, and links to the public pages. */
export function GuestFooter({ languages }: { languages: readonly Locale[] }) {
  const t = useTranslations('auth')
  return (
    <footer className={classes.footer}>
      <LanguageLinks languages={languages} />
      <nav className={classes.pages} aria-label={t('about')}>
        {pages.map(({ path, text }) => (
          <a key={path} className={classes.page} href={path}>
            {t(text)}
          </a>
        ))}
      </nav>
    </footer>
  )
}
