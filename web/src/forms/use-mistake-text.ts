import type { FieldTextKey } from '@artel/contract/errors.en'
import { useTranslations } from 'use-intl'

type Mistake = { key: FieldTextKey; values?: Record<string, string | number> }

/** A mistake in the very words in which the server would refuse it. */
export function useMistakeText() {
  const t = useTranslations('fields')
  // Which values a sentence takes is known where the mistake is found.
  return ({ key, values }: Mistake): string => t(key as 'digits_exactly', values as { count: number })
}
