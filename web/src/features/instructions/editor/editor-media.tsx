import { ActionIcon } from '@mantine/core'
import { IconPhotoOff, IconX } from '@tabler/icons-react'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { MediaThumb } from '../../../ui/media/media-thumb.tsx'
import classes from './text-editor.module.css'

/** The photos and videos of the instruction in the form. */
export const EditorMediaContext = createContext<readonly MediaItem[]>([])

/** A photo or video in the editor. */
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

/** The file was removed from the instruction, but the text still refers to it. */
function Gone() {
  const t = useTranslations('instructions')
  return (
    <span className={classes.gone}>
      <IconPhotoOff size={20} stroke={1.6} aria-hidden="true" />
      {t('goneMedia')}
    </span>
  )
}
