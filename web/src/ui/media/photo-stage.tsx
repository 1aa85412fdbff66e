import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MediaItem } from './media-item.ts'
import classes from './media-viewer.module.css'
import { usePicture } from './use-picture.ts'
import type { Zoom } from './use-zoom.ts'

/** A photo that fits the stage and can be zoomed and moved. Its small copy is shown until it has loaded. */
export function PhotoStage({ item, zoom }: { item: MediaItem; zoom: Zoom }) {
  const t = useTranslations('media')
  const [isReady, setIsReady] = useState(false)
  const { large, small, width, height, name } = item
  const picture = usePicture(large)
  if (!picture) {
    return <p className={classes.text}>{t('brokenPhoto')}</p>
  }
  const { scale, x, y } = zoom.view
  return (
    <div className={classes.photoStage} data-zoomed={zoom.isZoomed} {...zoom.handlers}>
      <img
        className={classes.photo}
        {...picture}
        alt={t('photo', { name })}
        width={width ?? undefined}
        height={height ?? undefined}
        draggable={false}
        data-state={isReady ? 'ready' : 'loading'}
        style={{
          transform: `translate(${x}px, ${y}px) scale(${scale})`,
          ...(!isReady && small !== null && { backgroundImage: `url("${small}")` }),
        }}
        onLoad={() => setIsReady(true)}
      />
    </div>
  )
}
