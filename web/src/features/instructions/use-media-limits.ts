import { mostMedia, photoLimit, videoFormats, videoLimit } from '@artel/contract/multimedia.kinds'
import { useTranslations } from 'use-intl'

const megabyte = 1_048_576

/** How large a file may be, said before one is chosen. */
export function useMediaLimits(): string {
  const t = useTranslations('instructions')
  return t('limits', {
    photo: photoLimit / megabyte,
    video: videoLimit / megabyte,
    formats: Object.keys(videoFormats).join(', ').toUpperCase(),
    count: mostMedia,
  })
}
