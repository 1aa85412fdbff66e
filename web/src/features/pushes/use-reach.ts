import { useDebouncedValue } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { audienceOf, type PushValues } from './push-values.ts'

/** How many people the chosen audience has now, as a number and in words; null while unknown. */
export function useReach(values: PushValues): { people: number | null; text: string } {
  const t = useTranslations('pushes')
  const audience = audienceOf(values)
  const [asked] = useDebouncedValue(JSON.stringify(audience ?? { all: true }), 200)
  const { data, error } = useCall(
    'pushes.count',
    { body: { audience: JSON.parse(asked) } },
    { enabled: audience !== null, keepsAnswer: true },
  )
  if (audience === null) return { people: null, text: '' }
  if (!data) return { people: null, text: error ? t('reachFailed') : '' }
  return { people: data.people, text: t('reach', { people: data.people, devices: data.with_devices }) }
}
