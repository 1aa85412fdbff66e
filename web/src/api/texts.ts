import addresses from 'virtual:texts'
import type { Locale } from '@artel/contract/primitives'
import type { CompiledTexts } from '../i18n/nest-texts.ts'
import { callApi } from './client.ts'
import { NetworkFailure } from './failure.ts'

/** Texts as published: a file built with the app in production, else the server's present ones. */
export async function loadTexts(locale: Locale): Promise<CompiledTexts> {
  const source = document.querySelector('meta[name="artel-texts"]')?.getAttribute('content')
  if (source === 'live') {
    const { compileTexts } = await import('../i18n/compile-texts.ts')
    return compileTexts((await callApi('app.localizations')).locales[locale])
  }
  const response = await fetch(addresses[locale])
  if (!response.ok) throw new NetworkFailure(`${response.status} ${addresses[locale]}`)
  return response.json()
}
