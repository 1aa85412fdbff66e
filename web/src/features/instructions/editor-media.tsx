import { ActionIcon } from '@mantine/core'
import { IconPhotoOff, IconX } from '@tabler/icons-react'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import type { MediaItem } from '../../ui/media-item.ts'
import { MediaThumb } from '../../ui/media-thumb.tsx'
import classes from './text-editor.module.css'

/** Photos and videos that the instruction has as it is typed. */
export const EditorMediaContext = createContext<readonly MediaItem[]>([])

/** How a photo or a video stands in the text while it is written. */
export function EditorMedia({ node, selected, deleteNode }: ReactNodeViewProps) {
  const t = useTranslations('instructions')
  const item = useContext(EditorMediaContext).find(({ id }) => id === node.attrs.id)
  const name = item?.name ?? t('goneMedia')
  return (
    <NodeViewWrapper className={classes.media} data-selected={selected || undefined}>
      {item ? <Look item={item} /> : <Gone />}
      <ActionIcon
        className={classes.mediaRemove ?? ''}
        variant="default"
        size="lg"
        aria-label={t('takeOut', { name })}
        title={t('takeOut', { name })}
        onClick={deleteNode}
      >
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </NodeViewWrapper>
  )
}

function Look({ item }: { item: MediaItem }) {
  if (item.type === 'photo' && item.large !== null)
    return <img src={item.large} alt={item.name} draggable={false} />
  return (
    <span className={classes.film}>
      <MediaThumb item={item} />
      <span>{item.name}</span>
    </span>
  )
}

/** It was taken out of the files of the instruction: the text is kept without it. */
function Gone() {
  const t = useTranslations('instructions')
  return (
    <span className={classes.gone}>
      <IconPhotoOff size={20} stroke={1.6} aria-hidden="true" />
      {t('goneMedia')}
    </span>
  )
}
