import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { Logo } from '../../ui/marks/logo.tsx'
import classes from './reading-page.module.css'

const sections = {
  support: ['supportEnter', 'supportMail', 'supportMoney', 'supportPage'],
  terms: ['termsWho', 'termsAccount', 'termsUse', 'termsCoins', 'termsChange'],
  privacy: ['privacyWhat', 'privacyWho', 'privacyCookies', 'privacyOut', 'privacyRights'],
} as const

type ReadingPageProps = { page: keyof typeof sections; footer: ReactNode }

/** A public page: help, terms or privacy. */
export function ReadingPage({ page, footer }: ReadingPageProps) {
  const t = useTranslations('public')
  const { user } = useSession()
  const title = t(`${page}Title`)
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo size={34} />
        <a className={classes.link} href={user ? '/' : '/login'}>
          {t(user ? 'open' : 'back')}
        </a>
      </header>
      <main>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{t(`${page}Lead`)}</p>
        {sections[page].map((section) => (
          <section key={section}>
            <h2 className={classes.heading}>{t(`${section}Title`)}</h2>
            <p className={classes.text}>{t(`${section}Text`)}</p>
          </section>
        ))}
      </main>
      {footer}
    </div>
  )
}
