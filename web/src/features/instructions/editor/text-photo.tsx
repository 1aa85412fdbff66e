import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { usePicture } from '../../../ui/media/use-picture.ts'
import classes from './rich-text.module.css'

/** A photo in the text. It reserves its space before it loads, and a press opens it enlarged. */
export function TextPhoto({ item, onOpen }: { item: MediaItem; onOpen: () => void }) {
  const t = useTranslations('media')
  const { large, width, height, name } = item
  const picture = usePicture(large)
  if (!picture) {
    return (
      <span className={classes.missing}>
        <IconPhotoOff size={20} stroke={1.6} aria-hidden="true" />
        {t('brokenPhoto')}
      </span>
    )
  }
  return (
    <UnstyledButton className={classes.photo ?? ''} aria-label={t('open_photo', { name })} onClick={onOpen}>
      <img
        {...picture}
        alt=""
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    </UnstyledButton>
  )
}
