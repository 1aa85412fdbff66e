import { useTranslations } from 'use-intl'
import type { MediaItem } from './media-item.ts'
import classes from './media-opener.module.css'
import { MediaThumb } from './media-thumb.tsx'

/** The class of a button in the corner of a tile. */
export const cornerClass = classes.corner ?? ''

/** The small picture of a media item. A press opens the item, unless `onOpen` is absent. */
export function MediaOpener({ item, onOpen }: { item: MediaItem; onOpen?: (() => void) | undefined }) {
  const t = useTranslations('media')
  const { name, type, small } = item
  const thumb = <MediaThumb key={small} item={item} />
  if (!onOpen) return thumb
  return (
    <button
      type="button"
      className={classes.opener}
      title={name}
      aria-label={t(`open_${type}`, { name })}
      onClick={onOpen}
    >
      {thumb}
    </button>
  )
}
