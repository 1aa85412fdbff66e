import { maxMedia, photoLimit, videoFormats, videoLimit } from '@artel/contract/multimedia/multimedia.kinds'
import { useTranslations } from 'use-intl'

const megabyte = 1_048_576

/** The size limits of files, shown before one is chosen. */
export function useMediaLimits(): string {
  const t = useTranslations('instructions')
  return t('limits', {
    photo: photoLimit / megabyte,
    video: videoLimit / megabyte,
    formats: Object.keys(videoFormats).join(', ').toUpperCase(),
    count: maxMedia,
  })
}
