import type { FieldTextKey } from '@artel/contract/errors/errors.en'
import { useTranslations } from 'use-intl'

type Mistake = { key: FieldTextKey; values?: Record<string, string | number> }

/** Writes a mistake in the same words as the server. */
export function useMistakeText() {
  const t = useTranslations('fields')
  // The code that finds a mistake knows the values of its text.
  return ({ key, values }: Mistake): string => t(key as 'digits_exactly', values as { count: number })
}
