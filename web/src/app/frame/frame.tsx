import type { CurrentUser } from '@artel/contract/users/users'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { useSavedTheme } from '../../api/session/theme.ts'
import { openKeyHelp } from '../../ui/keys/open-key-help.tsx'
import { useScreenKeys } from '../../ui/keys/use-screen-keys.ts'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { BottomBar } from '../bars/bottom-bar.tsx'
import { ShiftQuestions, ShiftStrip } from '../bars/own-shift.tsx'
import { PhoneBar } from '../bars/phone-bar.tsx'
import { Sidebar } from '../bars/sidebar.tsx'
import { TopBar } from '../bars/top-bar.tsx'
import { InstallSuggestion } from '../install/install-suggestion.tsx'
import { DraftsLine } from '../offline/drafts-line.tsx'
import { OfflineLine } from '../offline/offline-line.tsx'
import { useCurrentRoute, useIsBare } from '../routes/use-current-route.ts'
import { useFocusAfterNavigation } from '../routes/use-focus-after-navigation.ts'
import { WaitingSteps } from '../steps/waiting-steps.tsx'
import classes from './frame.module.css'

// Only a new company loads it.
const FirstSteps = lazyPart(async () => (await import('../first-steps/first-steps.tsx')).FirstSteps)

type FrameProps = {
  user: CurrentUser
  /** Shown in the top bar while the person has a running task. */
  runningTask: ReactNode
  children: ReactNode
}

/** The frame around every page of a signed-in person. */
export function Frame({ user, runningTask, children }: FrameProps) {
  const t = useTranslations('frame')
  const main = useRef<HTMLElement>(null)
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const isHome = useCurrentRoute() === 'tasks.index'
  const isBare = useIsBare()
  const { has_first_steps } = useSession()
  const isLed = has_first_steps && user.settings.first_steps !== 'away'
  const isFolded = user.settings.first_steps === 'folded'
  const stepsToCome = <div className={classes.stepsToCome} data-folded={isFolded || undefined} />
  useFocusAfterNavigation(main)
  useSavedTheme(user)
  // Packing has no keys: a scanner types there.
  useScreenKeys({ acts: { help: isBare ? undefined : () => openKeyHelp(t('keys')) } })
  if (isBare) {
    return (
      <>
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
        <WaitingSteps isQuiet />
      </>
    )
  }
  return (
    <div className={classes.frame}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      {!isPhone && <Sidebar user={user} />}
      {isPhone ? <PhoneBar user={user} /> : <TopBar user={user} runningTask={runningTask} />}
      <div className={classes.work}>
        <OfflineLine />
        <WaitingSteps />
        <DraftsLine />
        {isHome && <ShiftQuestions />}
        {isHome && isLed && (
          <LazyBoundary fallback={stepsToCome}>
            <FirstSteps waiting={stepsToCome} />
          </LazyBoundary>
        )}
        {isHome && isPhone && user.type === 'staff' && (
          <>
            <ShiftStrip />
            <InstallSuggestion />
          </>
        )}
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      {isPhone && user.type === 'staff' && <BottomBar user={user} />}
    </div>
  )
}
