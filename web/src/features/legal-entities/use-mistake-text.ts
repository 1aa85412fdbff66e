import type { Mistake } from '@artel/contract/legal-entities.rules'
import { useTranslations } from 'use-intl'

/** A mistake in the very words in which the server would refuse it. */
export function useMistakeText() {
  const t = useTranslations('fields')
  // Which values a sentence takes is known where the mistake is found.
  return ({ key, values }: Mistake): string => t(key as 'digits_exactly', values as { count: number })
}
