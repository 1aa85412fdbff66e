import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hostOf, type MediaItem } from './media-item.ts'
import classes from './media-viewer.module.css'

/** A video with the browser's own controls. Seeking requests parts of the file. */
export function MediaVideo({ item }: { item: MediaItem }) {
  const t = useTranslations('media')
  const [isBroken, setIsBroken] = useState(false)
  if (item.file === null) return null
  if (isBroken) {
    return (
      <div className={classes.card}>
        <p className={classes.text}>{t('brokenVideo')}</p>
        <Button component="a" href={item.file} target="_blank" rel="noopener" variant="default">
          {t('download')}
        </Button>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people film at work comes without a written text
    <video
      className={classes.video}
      src={item.file}
      aria-label={t('video', { name: item.name })}
      controls
      playsInline
      preload="metadata"
      style={{ aspectRatio: `${item.width ?? 16} / ${item.height ?? 9}` }}
      onError={() => setIsBroken(true)}
    />
  )
}

/** Names the site of a link before anyone opens it. */
export function MediaLink({ item: { url, name } }: { item: MediaItem }) {
  const t = useTranslations('media')
  if (url === null) return null
  return (
    <div className={classes.card}>
      <p className={classes.title}>{name}</p>
      <p className={classes.text}>{url}</p>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={16} stroke={1.8} />}
      >
        {t('goToLink', { host: hostOf(url) })}
      </Button>
      <p className={classes.text}>{t('linkHint')}</p>
    </div>
  )
}
