import addresses from 'virtual:texts'
import type { Locale } from '@artel/contract/shapes/primitives'
import { ownKeys } from '@artel/contract/shapes/records'

/** Until the installation has said its own. */
export const defaultLocale: Locale = 'ru'

const storageKey = 'current_locale'

/** The languages whose texts are built. */
export const builtLocales = ownKeys(addresses)

/** The stored choice where the installation offers that language, else `fallback`. */
export function chooseLocale(stored: string | null, offered: readonly Locale[], fallback: Locale): Locale {
  return offered.find((locale) => locale === stored) ?? fallback
}

export function storedLocale(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // storage may be forbidden
  }
}

export function storeLocale(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // Storage may be forbidden; the choice then lasts no longer than the server's answer to it.
  }
}
