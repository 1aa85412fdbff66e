import type { Locale } from '@artel/contract/shapes/primitives'
import { storeLocale } from '../../i18n/locale.ts'
import { usePlainAction } from '../send/plain-action.ts'

/** Changes the language: saves it for the person, stores it in this browser and reloads the page. */
export function useLanguageChange(onFailure?: () => void) {
  const { mutate, isPending } = usePlainAction('app.setLocale', {
    onSuccess: ({ locale }) => {
      storeLocale(locale)
      location.reload()
    },
    ...(onFailure && { onFailure }),
  })
  return { changeLanguage: (locale: Locale) => mutate({ body: { locale } }), isChanging: isPending }
}
