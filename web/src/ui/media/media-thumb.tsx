import { IconLink, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { hostOf, type MediaItem } from './media-item.ts'
import classes from './media-thumb.module.css'
import { usePicture } from './use-picture.ts'

/** A square preview of a media item. Its container sets the size, so the layout does not shift. */
export function MediaThumb({ item }: { item: MediaItem }) {
  const t = useTranslations('media')
  const picture = usePicture(item.type === 'photo' ? item.small : null)
  if (picture) {
    return (
      <span className={classes.thumb}>
        <img
          className={classes.photo}
          {...picture}
          alt={t('photo', { name: item.name })}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      </span>
    )
  }
  return (
    <span
      className={classes.thumb}
      data-kind={item.type}
      role="img"
      aria-label={t(item.type, { name: item.name })}
    >
      {item.type === 'photo' && <IconPhotoOff size={24} stroke={1.6} aria-hidden="true" />}
      {item.type === 'video' && <IconPlayerPlayFilled size={24} aria-hidden="true" />}
      {item.type === 'link' && <IconLink size={20} stroke={1.6} aria-hidden="true" />}
      <span className={classes.caption}>{captionOf(item)}</span>
    </span>
  )
}

function captionOf({ type, url, duration, name }: MediaItem): string {
  if (type === 'link' && url !== null) return hostOf(url)
  if (type !== 'video' || duration === null) return name
  return `${Math.floor(duration / 60)}:${String(duration % 60).padStart(2, '0')}`
}
