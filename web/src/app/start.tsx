import type { Locale } from '@artel/contract/primitives'
import type { CompiledTexts } from '@artel/contract/texts.fit'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslations } from 'use-intl'
import { callApi } from '../api/client.ts'
import { ApiFailure } from '../api/failure.ts'
import { loadSession, refreshTexts, type Session } from '../api/session.ts'
import { awaitOwnTexts, loadTexts, onTextsChanged, withOwnTexts } from '../api/texts.ts'
import { builtLocales, chooseLocale, defaultLocale, storedLocale } from '../i18n/locale.ts'
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx'
import { ErrorState, ForbiddenState } from '../ui/states.tsx'
import { leavePerson } from './leave.ts'
import { Providers } from './providers.tsx'
import { loginPath } from './route-table.ts'
import classes from './start.module.css'

// Shown before the texts of the chosen language are there, so they speak both.
const firstTexts: CompiledTexts = {
  'ui.fullScreenLoading': 'Артель · Artel',
  'ui.errorText': 'Сервер не ответил. The server did not answer',
  'ui.retry': 'Повторить · Try again',
  'frame.startFailed': 'Не удалось открыть Артель · Could not open Artel',
  'frame.startOffline':
    'Связи нет. Артель откроется, когда она вернётся. No connection: Artel opens once it is back',
}

type PageSetting = { locale: Locale; texts: CompiledTexts }

/**
 * Shows the spinner, asks for the session and the texts, and then shows what `openPage` makes of the session;
 * where that fails, says so and offers to try again.
 */
export function startPage(openPage: (session: Session) => Promise<ReactNode>): void {
  // Every html page of ours has it.
  const root = createRoot(document.getElementById('root')!)

  const show = (page: ReactNode, setting: PageSetting) =>
    root.render(<Providers {...setting}>{page}</Providers>)

  const start = async () => {
    const locale = chooseLocale(storedLocale(), builtLocales, defaultLocale)
    const setting = { locale, texts: firstTexts }
    show(<FullScreenSpinner />, setting)
    const texts = loadTexts(locale)
    awaitOwnTexts(locale)
    try {
      const [session] = await Promise.all([loadSession(), texts])
      const settled = await settingFor(session, { ...setting, texts: await texts })
      const [page, ownTexts] = await Promise.all([
        openPage(session),
        withOwnTexts(settled.locale, settled.texts, session.texts),
      ])
      show(page, { ...settled, texts: ownTexts })
      // Texts that are published while the page is open come in as they are; what is typed and open stays.
      onTextsChanged(() => {
        readAnew(settled.locale)
          .then((fresh) => show(page, { ...settled, texts: fresh }))
          .catch(() => undefined)
      })
    } catch (failure) {
      const known = await texts.catch(() => firstTexts)
      show(<StartFailure failure={failure} onRetry={start} />, { ...setting, texts: known })
    }
  }
  void start()
}

async function readAnew(locale: Locale): Promise<CompiledTexts> {
  const [own, texts] = await Promise.all([refreshTexts(), loadTexts(locale)])
  return withOwnTexts(locale, texts, own)
}

/** The language was guessed before the installation said which it offers. */
async function settingFor({ config }: Session, guessed: PageSetting): Promise<PageSetting> {
  const locale = chooseLocale(storedLocale(), config.languages, config.default_language)
  const texts = locale === guessed.locale ? guessed.texts : await loadTexts(locale)
  document.documentElement.lang = locale
  return { locale, texts }
}

/** The session lives but its company does not: the way out is to sign in as somebody else. */
function SwitchedOff({ message }: { message: string }) {
  const t = useTranslations('frame')
  const leave = async () => {
    await callApi('auth.logout')
    leavePerson(loginPath)
  }
  return (
    <main className={classes.failure}>
      <ForbiddenState
        title={t('companyInactive')}
        text={message}
        action={<Button onClick={() => void leave()}>{t('logout')}</Button>}
      />
    </main>
  )
}

/** How often a page that could not open looks whether the server answers by now. */
const lookEveryMs = 5000

function StartFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const t = useTranslations('frame')
  const isAnswered = failure instanceof ApiFailure
  // It names the request where the error is the server's own. Whether there is a connection is known by the answer
  // alone: browsers take any network for one, and some say so of a page that was loaded without any.
  const message = isAnswered ? failure.message : t('startOffline')
  useEffect(() => {
    if (isAnswered) return
    const look = () => void loadSession().then(onRetry, () => undefined)
    const timer = setInterval(look, lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [isAnswered, onRetry])
  if (isAnswered && failure.code === 'company_inactive') return <SwitchedOff message={message} />
  return (
    <main className={classes.failure}>
      <ErrorState title={t('startFailed')} text={message} onRetry={onRetry} />
    </main>
  )
}
