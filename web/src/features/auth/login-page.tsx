import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session.ts'
import { usePageTitle } from '../../i18n/page-title.ts'
import { BoxesPicture } from '../../ui/boxes-picture.tsx'
import { Logo } from '../../ui/logo.tsx'
import { LanguageLinks } from './language-links.tsx'
import { LoginForm } from './login-form.tsx'
import classes from './login-page.module.css'

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations('auth')
  const { config } = useSession()
  usePageTitle(t('pageTitle'))
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header>
          <Logo size={34} />
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{t('title')}</h1>
          <p className={classes.subtitle}>{t('subtitle')}</p>
          <LoginForm hasDemo={config.demo} onSignedIn={onSignedIn} />
        </main>
        <footer>
          <LanguageLinks languages={config.languages} />
        </footer>
      </div>
      <aside className={classes.panel}>
        <BoxesPicture className={classes.boxes ?? ''} />
        <p className={classes.slogan}>{t('slogan')}</p>
      </aside>
    </div>
  )
}
