import { MenuItem } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react'
import type { DragEvent, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { MediaItem } from '../../ui/media/media-item.ts'
import { cornerClass, MediaOpener } from '../../ui/media/media-opener.tsx'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import classes from './media-editor.module.css'

type Place = {
  index: number
  count: number
  /** Index of the dragged tile. */
  dragged: RefObject<number | null>
  onMove: (from: number, to: number) => void
}

type MediaTileProps = {
  item: MediaItem
  can: { edit: boolean; delete: boolean }
  onOpen?: () => void
  onRename: () => void
  onRemove: () => void
  /** Absent: the tile cannot be moved. */
  place?: Place
}

/** One media item with its actions. The mouse can also drag it to another position. */
export function MediaTile({ item, onOpen, place, ...actions }: MediaTileProps) {
  return (
    <li className={classes.tile} draggable={place !== undefined} {...(place && draggingOf(place))}>
      <MediaOpener item={item} onOpen={onOpen} />
      <TileMenu item={item} {...actions} {...(place && { place })} />
    </li>
  )
}

// Dragged files are not handled here. Their events pass on to the drop zone around.
const draggingOf = ({ index, dragged, onMove }: Place) => ({
  onDragStart: () => {
    dragged.current = index
  },
  onDragOver: (event: DragEvent) => {
    if (dragged.current !== null) event.preventDefault()
  },
  onDragEnd: () => {
    dragged.current = null
  },
  onDrop: () => {
    const from = dragged.current
    if (from !== null && from !== index) onMove(from, index)
  },
})

function TileMenu({ item, can, place, onRename, onRemove }: Omit<MediaTileProps, 'onOpen'>) {
  const t = useTranslations('media')
  if (!can.edit && !can.delete && !place) return null
  const moves = place && place.count > 1
  return (
    <MoreMenu label={t('more', { name: item.name })} look={{ variant: 'default', className: cornerClass }}>
      {can.edit && (
        <MenuItem leftSection={<IconPencil size={16} stroke={1.8} />} onClick={onRename}>
          {t('rename')}
        </MenuItem>
      )}
      {moves && place.index > 0 && (
        <MenuItem
          leftSection={<IconArrowLeft size={16} stroke={1.8} />}
          onClick={() => place.onMove(place.index, place.index - 1)}
        >
          {t('earlier')}
        </MenuItem>
      )}
      {moves && place.index < place.count - 1 && (
        <MenuItem
          leftSection={<IconArrowRight size={16} stroke={1.8} />}
          onClick={() => place.onMove(place.index, place.index + 1)}
        >
          {t('later')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash size={16} stroke={1.8} />} onClick={onRemove}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
