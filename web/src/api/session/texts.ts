import addresses from 'virtual:texts'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { CompiledTexts } from '@artel/contract/texts/texts.fit'
import { isOfLog } from '@artel/contract/texts/texts.kept'
import { callApi } from '../send/client.ts'
import { patienceMs } from '../send/exchange.ts'
import { NetworkFailure } from '../send/failure.ts'
import type { Session } from './session.ts'

const isLive = () => document.querySelector('meta[name="artel-texts"]')?.getAttribute('content') === 'live'

/**
 * Published texts: in production a file built with the app, otherwise the server's current texts, or that file if the
 * server cannot be reached.
 */
export async function loadTexts(locale: Locale): Promise<CompiledTexts> {
  if (isLive()) {
    try {
      return await readCurrent(locale)
    } catch (failure) {
      if (!(failure instanceof NetworkFailure)) throw failure
    }
  }
  const response = await fetch(addresses[locale])
  if (!response.ok) throw new NetworkFailure(`${response.status} ${addresses[locale]}`)
  return response.json()
}

async function readCurrent(locale: Locale): Promise<CompiledTexts> {
  const [{ locales }, { compileTexts }] = await Promise.all([
    callApi('app.localizations', { signal: AbortSignal.timeout(patienceMs) }),
    import('@artel/contract/texts/texts.compile'),
  ])
  return compileTexts(locales[locale])
}

const storageKey = (locale: Locale) => `own_texts_${locale}`

/**
 * Requests the company's texts of the last visit while the session loads, because they have rarely changed.
 */
export function awaitOwnTexts(locale: Locale): void {
  if (isLive()) return
  try {
    const address = localStorage.getItem(storageKey(locale))
    if (address) void readFile(address)
  } catch {
    // Storage may be forbidden; then the texts come after the session.
  }
}

/**
 * Default texts with the company's texts in their place: the published ones, or the drafts for people who
 * preview them. A broken or missing text leaves the default.
 */
export async function withOwnTexts(
  locale: Locale,
  texts: CompiledTexts,
  own: Session['texts'],
): Promise<CompiledTexts> {
  if (isLive()) return texts
  const address = own?.[locale] ?? null
  remember(locale, address)
  if (!own || (!address && !own.is_preview)) return texts
  try {
    const said = own.is_preview ? await readDrafts(locale) : await readFile(address ?? '')
    const { fittingTexts } = await import('@artel/contract/texts/texts.fit')
    return { ...texts, ...withoutLog(fittingTexts(said, texts)) }
  } catch {
    return texts
  }
}

// A company may have published texts of the audit log before companies lost the right to change them.
const withoutLog = (texts: CompiledTexts): CompiledTexts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !isOfLog(key)))

function remember(locale: Locale, address: string | null): void {
  try {
    if (address) localStorage.setItem(storageKey(locale), address)
    else localStorage.removeItem(storageKey(locale))
  } catch {
    // Without it, only the next visit loads a moment later.
  }
}

// The content at an address never changes.
const files = new Map<string, Promise<unknown>>()

function readFile(address: string): Promise<unknown> {
  const known = files.get(address)
  if (known) return known
  // A page opens without them rather than not at all.
  const file = fetch(address, { signal: AbortSignal.timeout(patienceMs) }).then((response) =>
    response.ok ? response.json() : null,
  )
  // A failed request is forgotten, so that the next read repeats it.
  file.catch(() => files.delete(address))
  files.set(address, file)
  return file
}

async function readDrafts(locale: Locale): Promise<CompiledTexts> {
  const [{ locales }, { compileTexts }] = await Promise.all([
    callApi('localizations.preview'),
    import('@artel/contract/texts/texts.compile'),
  ])
  const read = Object.entries(locales[locale]).map(([key, text]) => {
    try {
      return compileTexts({ [key]: text })
    } catch {
      return {}
    }
  })
  return Object.assign({}, ...read)
}

const listeners = new Set<() => void>()

/** Calls `listener` when the texts of this page may have changed. @returns a function that removes it */
export function onTextsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces that texts were published or drafts changed. Pages that show them read them again. */
export function announceTexts(what: 'published' | 'drafts', isPreview: boolean): void {
  if (what === 'drafts' && !isPreview && !isLive()) return
  for (const listener of listeners) listener()
}
