import type { Instruction } from '@artel/contract/instructions/instructions'
import { UnstyledButton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../../api/send/media.ts'
import { hostOf, type MediaItem } from '../../../ui/media/media-item.ts'
import { MediaVideo } from '../../../ui/media/media-parts.tsx'
import { MediaThumb } from '../../../ui/media/media-thumb.tsx'
import { openMedia } from '../../../ui/media/open-media.tsx'
import { mediaIn, RichText } from '../editor/rich-text.tsx'
import classes from './instruction-text.module.css'

/** The content of an instruction: its text, and below it the media that the text does not show. */
export function InstructionText({ instruction }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const itemsOf = useMediaItems()
  const { body, multimedia } = instruction
  const items = itemsOf(multimedia)
  const shown = useMemo(() => mediaIn(body), [body])
  const rest = items.filter(({ id }) => !shown.has(id))
  const open = (item: MediaItem) => openMedia(items, items.indexOf(item), t('media'))
  if (body === '' && items.length === 0) return <p className={classes.empty}>{t('noText')}</p>
  return (
    <article className={classes.article}>
      <RichText body={body} items={items} onOpen={open} />
      {rest.length > 0 && <RestOfMedia items={rest} onOpen={open} />}
    </article>
  )
}

function RestOfMedia({ items, onOpen }: { items: MediaItem[]; onOpen: (item: MediaItem) => void }) {
  const t = useTranslations('instructions')
  const media = useTranslations('media')
  const of = (wanted: MediaItem['type']) => items.filter(({ type }) => type === wanted)
  const [photos, videos, links] = [of('photo'), of('video'), of('link')]
  return (
    <section className={classes.media} aria-label={t('media')}>
      {videos.map((item) => (
        <figure key={item.id} className={classes.film}>
          <MediaVideo item={item} />
          <figcaption>{item.name}</figcaption>
        </figure>
      ))}
      {photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((item) => (
            <li key={item.id}>
              <UnstyledButton
                className={classes.photo ?? ''}
                aria-label={media('open_photo', { name: item.name })}
                onClick={() => onOpen(item)}
              >
                <MediaThumb item={item} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className={classes.links}>
          {links.map((item) => (
            <li key={item.id}>
              <MediaAddress item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function MediaAddress({ item: { url, name } }: { item: MediaItem }) {
  const t = useTranslations('instructions')
  if (url === null) return null
  const host = hostOf(url)
  return (
    <a
      className={classes.link}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={t('leadsOutside')}
    >
      <IconExternalLink size={18} stroke={1.6} role="img" aria-label={t('leadsOutside')} />
      <span className={classes.linkName}>{name}</span>
      {name !== host && <span className={classes.host}>{host}</span>}
    </a>
  )
}
