import type { Locale } from '@artel/contract/shapes/primitives'
import type { CompiledTexts } from '@artel/contract/texts/texts.fit'
import { IconCloudOff, IconLock, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslations } from 'use-intl'
import { callApi } from '../api/send/client.ts'
import { ApiFailure } from '../api/send/failure.ts'
import { loadSession, refreshTexts, type Session } from '../api/session/session.ts'
import { awaitOwnTexts, loadTexts, onTextsChanged, withOwnTexts } from '../api/session/texts.ts'
import { builtLocales, chooseLocale, defaultLocale, storedLocale } from '../i18n/locale.ts'
import { TextsProvider } from '../i18n/texts-provider.tsx'
import { PlainButton } from '../ui/page/plain-button.tsx'
import { FullScreenSpinner } from '../ui/states/full-screen-spinner.tsx'
import { StateMessage } from '../ui/states/state-message.tsx'
import { loginPath } from './routes/route-table.ts'
import { leavePerson } from './session/leave.ts'
import classes from './start.module.css'

// Shown before the texts of the chosen language are loaded, so they are in both languages.
const firstTexts: CompiledTexts = {
  'ui.fullScreenLoading': 'Артель · Artel',
  'ui.retry': 'Повторить · Try again',
  'frame.startFailed': 'Не удалось открыть Артель · Could not open Artel',
  'frame.startOffline':
    'Связи нет. Артель откроется, когда она вернётся. No connection: Artel opens once it is back',
}

type PageSetting = { locale: Locale; texts: CompiledTexts }

/**
 * Shows the spinner, loads the session and the texts, and then shows the page that `openPage` returns. After
 * a failure shows the error and offers a retry. `openSession`: where the session comes from; throws like
 * `loadSession`.
 */
export function startPage(
  openPage: (session: Session) => Promise<ReactNode>,
  openSession: () => Promise<Session> = loadSession,
): void {
  // Every html page of the project has this element.
  const root = createRoot(document.getElementById('root')!)

  const show = (page: ReactNode, setting: PageSetting) =>
    root.render(<TextsProvider {...setting}>{page}</TextsProvider>)

  const start = async () => {
    const locale = chooseLocale(storedLocale(), builtLocales, defaultLocale)
    const setting = { locale, texts: firstTexts }
    show(<FullScreenSpinner />, setting)
    const texts = loadTexts(locale)
    awaitOwnTexts(locale)
    try {
      const [session] = await Promise.all([openSession(), texts])
      const settled = await settingFor(session, { ...setting, texts: await texts })
      const [page, ownTexts] = await Promise.all([
        openPage(session),
        withOwnTexts(settled.locale, settled.texts, session.texts),
      ])
      show(page, { ...settled, texts: ownTexts })
      // Texts that are published while the page is open replace the current ones. Open forms stay as they
      // are.
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

/** The language was guessed before the session said which languages the installation offers. */
async function settingFor({ config }: Session, guessed: PageSetting): Promise<PageSetting> {
  const locale = chooseLocale(storedLocale(), config.languages, config.default_language)
  const texts = locale === guessed.locale ? guessed.texts : await loadTexts(locale)
  document.documentElement.lang = locale
  return { locale, texts }
}

// The size of the icons of other messages in place of content.
const icon = { size: 44, stroke: 1.1 } as const

/** The session is valid but its company is switched off. The person can only sign in with another account. */
function SwitchedOff({ message }: { message: string }) {
  const t = useTranslations('frame')
  const leave = async () => {
    await callApi('auth.logout')
    leavePerson(loginPath)
  }
  return (
    <main className={classes.failure}>
      <StateMessage
        level={1}
        icon={<IconLock {...icon} />}
        title={t('companyInactive')}
        text={message}
        actions={<PlainButton onClick={() => void leave()}>{t('logout')}</PlainButton>}
      />
    </main>
  )
}

/** Interval between checks for a response of the server after the page could not open, ms. */
const lookEveryMs = 5000

function StartFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const t = useTranslations('frame')
  const retry = useTranslations('ui')('retry')
  const isAnswered = failure instanceof ApiFailure
  // A server error names its request. Only a response proves a connection: browsers report any network as
  // one, and some report one for a page that was loaded without a network.
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
      <StateMessage
        level={1}
        icon={<IconCloudOff {...icon} className={classes.trouble} />}
        title={t('startFailed')}
        text={message}
        actions={
          <PlainButton icon={<IconRefresh size={16} stroke={1.8} />} onClick={onRetry}>
            {retry}
          </PlainButton>
        }
      />
    </main>
  )
}
