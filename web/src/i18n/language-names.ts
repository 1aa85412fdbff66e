import type { Locale } from '@artel/contract/shapes/primitives'

/** Each language by its own name, which is how one finds it among foreign words. */
export const languageNames: Record<Locale, string> = { ru: 'Русский', en: 'English' }
