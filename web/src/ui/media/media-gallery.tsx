import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { DashedBox } from '../page/dashed-box.tsx'
import classes from './media-gallery.module.css'
import type { MediaItem } from './media-item.ts'
import { MediaThumb } from './media-thumb.tsx'
import { openMedia } from './open-media.tsx'
import { usePicture } from './use-picture.ts'

/** The media of an item: the first one large, the others small below it. Each one opens the viewer of all. */
export function MediaGallery({ items, label }: { items: MediaItem[]; label: string }) {
  const t = useTranslations('media')
  const [first] = items
  const picture = usePicture(first?.type === 'photo' ? first.large : null)
  if (!first) {
    return (
      <div className={classes.blank}>
        <DashedBox size={120} />
      </div>
    )
  }
  return (
    <ul className={classes.media} aria-label={label}>
      {items.map((item, index) => (
        <li key={item.id}>
          <UnstyledButton
            className={classes.one ?? ''}
            aria-label={t(`open_${item.type}`, { name: item.name })}
            onClick={() => openMedia(items, index, label)}
          >
            {index === 0 && picture ? (
              <img {...picture} alt="" draggable={false} />
            ) : (
              <MediaThumb item={item} />
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
