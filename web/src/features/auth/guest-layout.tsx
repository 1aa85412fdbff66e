import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { BoxesPicture } from '../../ui/figures/boxes-picture.tsx'
import { Logo } from '../../ui/marks/logo.tsx'
import { GuestFooter } from './guest-footer.tsx'
import classes from './guest-layout.module.css'

type GuestLayoutProps = { pageTitle: string; title: string; subtitle: string; children: ReactNode }

/** The layout of sign-in and password reset: the form on the left, a picture on the right. */
export function GuestLayout({ pageTitle, title, subtitle, children }: GuestLayoutProps) {
  const t = useTranslations('auth')
  const { config } = useSession()
  usePageTitle(pageTitle)
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header>
          <Logo size={34} />
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.subtitle}>{subtitle}</p>
          {children}
        </main>
        <GuestFooter languages={config.languages} />
      </div>
      <aside className={classes.panel}>
        <BoxesPicture className={classes.boxes ?? ''} />
        <p className={classes.slogan}>{t('slogan')}</p>
      </aside>
    </div>
  )
}
