import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useActiveInView } from '../page/use-active-in-view.ts'
import { Hint } from '../popup/hint.tsx'
import type { MediaItem } from './media-item.ts'
import { MediaLink, MediaVideo } from './media-parts.tsx'
import { MediaThumb } from './media-thumb.tsx'
import classes from './media-viewer.module.css'
import { PhotoStage } from './photo-stage.tsx'
import { useZoom } from './use-zoom.ts'

type MediaViewerProps = { items: readonly MediaItem[]; start: number; close: () => void }

/** One media item as large as possible. Arrows, swipes and the strip below lead to the others. */
export function MediaViewer({ items, start, close }: MediaViewerProps) {
  const t = useTranslations('media')
  const [at, setAt] = useState(Math.min(start, items.length - 1))
  const item = items[at]
  const step = (by: number) => setAt((now) => Math.min(items.length - 1, Math.max(0, now + by)))
  const zoom = useZoom({ key: item?.id ?? 0, onSwipe: step })
  useArrowKeys(step, zoom.scaleBy)
  if (!item) return null
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <span className={classes.name} title={item.name}>
          {item.name}
        </span>
        <span className={classes.position} aria-live="polite">
          {t('position', { position: at + 1, count: items.length })}
        </span>
        {item.type === 'photo' && (
          <>
            <Tool label={t('zoomOut')} onClick={() => zoom.scaleBy(1 / 1.5)} disabled={!zoom.isZoomed}>
              <IconZoomOut size={20} stroke={1.6} />
            </Tool>
            <Tool label={t('zoomIn')} onClick={() => zoom.scaleBy(1.5)}>
              <IconZoomIn size={20} stroke={1.6} />
            </Tool>
          </>
        )}
        <Tool label={t('close')} onClick={close} isFirst>
          <IconX size={20} stroke={1.6} />
        </Tool>
      </div>
      <div className={classes.stage}>
        {item.type === 'photo' && <PhotoStage key={item.id} item={item} zoom={zoom} />}
        {item.type === 'video' && <MediaVideo key={item.id} item={item} />}
        {item.type === 'link' && <MediaLink item={item} />}
        {at > 0 && (
          <Arrow side="left" label={t('previous')} onClick={() => step(-1)}>
            <IconChevronLeft size={24} stroke={1.6} />
          </Arrow>
        )}
        {at < items.length - 1 && (
          <Arrow side="right" label={t('next')} onClick={() => step(1)}>
            <IconChevronRight size={24} stroke={1.6} />
          </Arrow>
        )}
      </div>
      {items.length > 1 && <Strip items={items} at={at} choose={setAt} />}
    </div>
  )
}

function Strip({
  items,
  at,
  choose,
}: {
  items: readonly MediaItem[]
  at: number
  choose: (at: number) => void
}) {
  const t = useTranslations('media')
  const strip = useRef<HTMLUListElement>(null)
  useActiveInView(strip, at)
  return (
    <ul ref={strip} className={classes.strip} aria-label={t('list')}>
      {items.map((item, index) => (
        <li key={item.id}>
          <button
            type="button"
            className={classes.chooser}
            aria-current={index === at}
            onClick={() => choose(index)}
          >
            <MediaThumb item={item} />
          </button>
        </li>
      ))}
    </ul>
  )
}

type ButtonProps = { label: string; onClick: () => void; children: ReactNode }

function Tool({
  label,
  disabled = false,
  isFirst = false,
  ...props
}: ButtonProps & { disabled?: boolean; isFirst?: boolean }) {
  return (
    <Hint label={label}>
      <ActionIcon
        {...props}
        size={44}
        className={classes.tool ?? ''}
        aria-label={label}
        disabled={disabled}
        {...(isFirst && { 'data-autofocus': true })}
      />
    </Hint>
  )
}

function Arrow({ side, label, ...props }: ButtonProps & { side: 'left' | 'right' }) {
  return (
    <ActionIcon {...props} size={44} className={classes.arrow ?? ''} data-side={side} aria-label={label} />
  )
}

function useArrowKeys(step: (by: number) => void, scaleBy: (by: number) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A focused video uses the arrow keys for seeking.
      if (event.target instanceof HTMLVideoElement) return
      if (event.key === 'ArrowLeft') step(-1)
      else if (event.key === 'ArrowRight') step(1)
      else if (event.key === '+' || event.key === '=') scaleBy(1.5)
      else if (event.key === '-') scaleBy(1 / 1.5)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
