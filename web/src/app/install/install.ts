import { isApplePhone, isInstalled } from '../../ui/page/browser-kind.ts'

/** How a person adds the app to the home screen: the browser asks them, or they do it in a menu of Safari. */
export type InstallWay = 'prompt' | 'apple'

/** Chromium's event, which the DOM types do not have. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

type Noted = {
  /** The day of the first visit in this browser. */
  first: string
  /** Whether this browser can install the app by itself. */
  isOffered: boolean
  /** Ms since 1970: not suggested again before. */
  later: number
}

const key = 'artel_install'
const pauseMs = 30 * 24 * 3_600_000

let prompt: InstallPrompt | null = null

/** Keeps the browser's offer to install the app, which comes some time after the page has loaded. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt // see its type
    note({ isOffered: true })
  })
  window.addEventListener('appinstalled', () => note({ later: Number.MAX_SAFE_INTEGER }))
}

/**
 * How to install the app, if it is to be suggested now: on a later day than that of the first visit, because nobody
 * installs what they do not know yet. What is known from earlier visits decides, so that the page does not move.
 */
export function suggestedInstall(now = new Date()): InstallWay | null {
  if (isInstalled()) return null
  const noted = read()
  const today = now.toDateString()
  if (!noted?.first) note({ first: today })
  if (!noted?.first || noted.first === today || noted.later > now.getTime()) return null
  if (isApplePhone()) return 'apple'
  return noted.isOffered ? 'prompt' : null
}

/** Shows the install question of the browser. @returns false if the browser has not offered to install the app yet */
export async function install(): Promise<boolean> {
  if (!prompt) return false
  const { outcome } = await prompt.prompt()
  // The browser's question can be asked once.
  prompt = null
  if (outcome === 'dismissed') suggestLater()
  return true
}

export const suggestLater = (): void => note({ later: Date.now() + pauseMs })

function read(): (Partial<Noted> & Pick<Noted, 'later'>) | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && typeof kept === 'object' ? { later: 0, ...kept } : null
  } catch {
    // Storage may be forbidden; then the app is not suggested.
    return null
  }
}

function note(change: Partial<Noted>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...read(), ...change }))
  } catch {
    // See above.
  }
}
