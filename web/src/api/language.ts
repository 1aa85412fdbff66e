import type { Locale } from '@artel/contract/primitives'
import { storeLocale } from '../i18n/locale.ts'
import { useAction } from './query.ts'

/** Changes the language: saved with the person, kept in this browser, and the page begins anew in it. */
export function useLanguageChange(onFailure?: () => void) {
  const { mutate, isPending } = useAction('app.setLocale', {
    onSuccess: ({ locale }) => {
      storeLocale(locale)
      location.reload()
    },
    ...(onFailure && { onFailure }),
  })
  return { changeLanguage: (locale: Locale) => mutate({ body: { locale } }), isChanging: isPending }
}
